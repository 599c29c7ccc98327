CREATE TABLE "sys_category" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"name" text,
	"pid" text,
	"code" text
);

--> statement-breakpoint
CREATE TABLE "sys_list_columns" (
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"user_id" text NOT NULL,
	"resource" text NOT NULL,
	"columns" jsonb NOT NULL,
	"update_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sys_list_columns_user_id_tenant_id_resource_pk" PRIMARY KEY("user_id","tenant_id","resource")
);

--> statement-breakpoint
ALTER TABLE "rental_common_problem" ADD COLUMN "topic" text;
--> statement-breakpoint
CREATE UNIQUE INDEX "sys_category_code_key" ON "sys_category" USING btree ("tenant_id","code") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_category_create_time" ON "sys_category" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_category_sys_org_code" ON "sys_category" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_category_code" ON "sys_category" USING btree ("tenant_id","code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_category_pid" ON "sys_category" USING btree ("tenant_id","pid","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_category_name" ON "sys_category" USING btree ("tenant_id","name","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_common_problem_topic" ON "rental_common_problem" USING btree ("tenant_id","topic","id") WHERE delete_time is null;
