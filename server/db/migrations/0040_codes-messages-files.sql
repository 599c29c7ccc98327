CREATE TABLE "sys_fill_rule" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"rule_name" text,
	"rule_code" text,
	"rule_class" text,
	"rule_params" text
);

--> statement-breakpoint
CREATE TABLE "sys_check_rule" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"rule_name" text,
	"rule_code" text,
	"rule_description" text
);

--> statement-breakpoint
CREATE TABLE "sys_check_rule_slices" (
	"id" text PRIMARY KEY NOT NULL,
	"main_id" text NOT NULL,
	"order_num" integer NOT NULL,
	"digits" text,
	"pattern" text,
	"message" text
);

--> statement-breakpoint
CREATE TABLE "sys_gateway_route" (
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
	"router_id" text,
	"uri" text,
	"strip_prefix" integer,
	"retryable" integer,
	"persistable" integer,
	"show_api" integer,
	"status" integer,
	"sort_no" integer
);

--> statement-breakpoint
CREATE TABLE "sys_gateway_route_predicates" (
	"id" text PRIMARY KEY NOT NULL,
	"main_id" text NOT NULL,
	"order_num" integer NOT NULL,
	"name" text,
	"args" text
);

--> statement-breakpoint
CREATE TABLE "sys_gateway_route_filters" (
	"id" text PRIMARY KEY NOT NULL,
	"main_id" text NOT NULL,
	"order_num" integer NOT NULL,
	"name" text,
	"args" text
);

--> statement-breakpoint
CREATE TABLE "sys_sms_template" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"template_name" text,
	"template_code" text,
	"template_type" text,
	"template_content" text,
	"template_test_json" text,
	"use_status" text
);

--> statement-breakpoint
CREATE TABLE "sys_sms" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"es_title" text,
	"es_type" text,
	"es_receiver" text,
	"es_content" text,
	"es_param" text,
	"es_send_status" text,
	"es_send_time" timestamp(3) with time zone,
	"es_send_num" integer,
	"es_result" text,
	"remark" text
);

--> statement-breakpoint
ALTER TABLE "sys_file" ADD COLUMN "sys_org_code" text;
--> statement-breakpoint
ALTER TABLE "sys_file" ADD COLUMN "update_by" text;
--> statement-breakpoint
ALTER TABLE "sys_file" ADD COLUMN "update_time" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "sys_file" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "sys_file" ADD COLUMN "delete_time" timestamp(3) with time zone;
--> statement-breakpoint
CREATE UNIQUE INDEX "sys_fill_rule_rule_code_key" ON "sys_fill_rule" USING btree ("tenant_id","rule_code") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_fill_rule_create_time" ON "sys_fill_rule" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_fill_rule_sys_org_code" ON "sys_fill_rule" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_fill_rule_rule_name" ON "sys_fill_rule" USING btree ("tenant_id","rule_name","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_fill_rule_rule_code" ON "sys_fill_rule" USING btree ("tenant_id","rule_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_fill_rule_rule_class" ON "sys_fill_rule" USING btree ("tenant_id","rule_class","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "sys_check_rule_rule_code_key" ON "sys_check_rule" USING btree ("tenant_id","rule_code") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_check_rule_create_time" ON "sys_check_rule" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_check_rule_sys_org_code" ON "sys_check_rule" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_check_rule_rule_name" ON "sys_check_rule" USING btree ("tenant_id","rule_name","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_check_rule_rule_code" ON "sys_check_rule" USING btree ("tenant_id","rule_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_check_rule_slices_main_id" ON "sys_check_rule_slices" USING btree ("main_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "sys_gateway_route_router_id_key" ON "sys_gateway_route" USING btree ("tenant_id","router_id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_gateway_route_create_time" ON "sys_gateway_route" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_gateway_route_sys_org_code" ON "sys_gateway_route" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_gateway_route_sort_no" ON "sys_gateway_route" USING btree ("tenant_id","sort_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_gateway_route_name" ON "sys_gateway_route" USING btree ("tenant_id","name","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_gateway_route_router_id" ON "sys_gateway_route" USING btree ("tenant_id","router_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_gateway_route_uri" ON "sys_gateway_route" USING btree ("tenant_id","uri","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_gateway_route_status" ON "sys_gateway_route" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_gateway_route_predicates_main_id" ON "sys_gateway_route_predicates" USING btree ("main_id");
--> statement-breakpoint
CREATE INDEX "sys_gateway_route_filters_main_id" ON "sys_gateway_route_filters" USING btree ("main_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "sys_sms_template_template_code_key" ON "sys_sms_template" USING btree ("tenant_id","template_code") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_sms_template_create_time" ON "sys_sms_template" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_sms_template_sys_org_code" ON "sys_sms_template" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_sms_template_template_name" ON "sys_sms_template" USING btree ("tenant_id","template_name","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_sms_template_template_code" ON "sys_sms_template" USING btree ("tenant_id","template_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_sms_template_template_type" ON "sys_sms_template" USING btree ("tenant_id","template_type","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_sms_template_use_status" ON "sys_sms_template" USING btree ("tenant_id","use_status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_sms_create_time" ON "sys_sms" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_sms_sys_org_code" ON "sys_sms" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_sms_es_title" ON "sys_sms" USING btree ("tenant_id","es_title","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_sms_es_type" ON "sys_sms" USING btree ("tenant_id","es_type","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_sms_es_receiver" ON "sys_sms" USING btree ("tenant_id","es_receiver","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_sms_es_send_status" ON "sys_sms" USING btree ("tenant_id","es_send_status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_sms_es_send_time" ON "sys_sms" USING btree ("tenant_id","es_send_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_file_create_time" ON "sys_file" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
UPDATE "sys_file" SET "delete_time" = "going_time" WHERE "going_time" IS NOT NULL;
