CREATE TABLE "sys_quartz_job" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"job_class_name" text,
	"cron_expression" text,
	"description" text,
	"parameter" text,
	"status" integer,
	"next_time" timestamp(3) with time zone,
	"last_time" timestamp(3) with time zone,
	"last_result" text,
	"last_ms" integer,
	"last_message" text,
	"last_run" text
);

--> statement-breakpoint
CREATE INDEX "sys_quartz_job_create_time" ON "sys_quartz_job" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_quartz_job_sys_org_code" ON "sys_quartz_job" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_quartz_job_job_class_name" ON "sys_quartz_job" USING btree ("tenant_id","job_class_name","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_quartz_job_status" ON "sys_quartz_job" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_quartz_job_last_result" ON "sys_quartz_job" USING btree ("tenant_id","last_result","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_quartz_job_description" ON "sys_quartz_job" USING btree ("tenant_id","description","id") WHERE delete_time is null;
