ALTER TABLE "sys_third_account" ADD COLUMN "mobile" text;
--> statement-breakpoint
ALTER TABLE "sys_third_account" ADD COLUMN "unbound" integer;
