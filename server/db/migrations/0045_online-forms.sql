CREATE TABLE "online_form" (
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
	"code" text,
	"form_state" text,
	"data_scope" text,
	"live_number" integer,
	"live_id" text,
	"remark" text
);

--> statement-breakpoint
CREATE TABLE "online_form_fields" (
	"id" text PRIMARY KEY NOT NULL,
	"main_id" text NOT NULL,
	"order_num" integer NOT NULL,
	"name" text,
	"label" text,
	"kind" text,
	"required" text,
	"dict_code" text,
	"size" integer,
	"in_list" text,
	"in_search" text,
	"hint" text
);

--> statement-breakpoint
CREATE TABLE "online_form_enhancements" (
	"id" text PRIMARY KEY NOT NULL,
	"main_id" text NOT NULL,
	"order_num" integer NOT NULL,
	"field" text,
	"comparison" text,
	"other" text,
	"message" text
);

--> statement-breakpoint
CREATE TABLE "online_form_version" (
	"id" text PRIMARY KEY NOT NULL,
	"form_id" text NOT NULL,
	"number" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"steps" jsonb NOT NULL,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"taken_back_by" text,
	"taken_back_time" timestamp(3) with time zone
);

--> statement-breakpoint
CREATE UNIQUE INDEX "online_form_code_key" ON "online_form" USING btree ("tenant_id","code") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "online_form_create_time" ON "online_form" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "online_form_sys_org_code" ON "online_form" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "online_form_name" ON "online_form" USING btree ("tenant_id","name","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "online_form_code" ON "online_form" USING btree ("tenant_id","code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "online_form_form_state" ON "online_form" USING btree ("tenant_id","form_state","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "online_form_fields_main_id" ON "online_form_fields" USING btree ("main_id");
--> statement-breakpoint
CREATE INDEX "online_form_enhancements_main_id" ON "online_form_enhancements" USING btree ("main_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "online_form_version_number" ON "online_form_version" USING btree ("form_id","number");
