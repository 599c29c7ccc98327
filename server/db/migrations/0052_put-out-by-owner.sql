ALTER TABLE "sys_put_out" ADD COLUMN "by_owner" boolean DEFAULT false NOT NULL;
