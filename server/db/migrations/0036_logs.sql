DROP INDEX "sys_log_type_time";
--> statement-breakpoint
ALTER TABLE "sys_log" ALTER COLUMN "log_type" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "sys_log" ADD COLUMN "sys_org_code" text;
--> statement-breakpoint
ALTER TABLE "sys_log" ADD COLUMN "create_by" text;
--> statement-breakpoint
ALTER TABLE "sys_log" ADD COLUMN "update_by" text;
--> statement-breakpoint
ALTER TABLE "sys_log" ADD COLUMN "update_time" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "sys_log" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "sys_log" ADD COLUMN "delete_time" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "sys_log" ADD COLUMN "person_id" text;
