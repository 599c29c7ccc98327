ALTER TABLE "sys_announcement" ADD COLUMN "files" text;
