ALTER TABLE "sys_session" ADD COLUMN "must_change_password" boolean DEFAULT false NOT NULL;
