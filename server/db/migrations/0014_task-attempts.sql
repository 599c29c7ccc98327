ALTER TABLE "sys_task" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;
