CREATE TABLE "sys_data_source" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"code" text,
	"name" text,
	"db_type" text,
	"db_driver" text,
	"db_url" text,
	"db_name" text,
	"db_username" text,
	"has_password" text,
	"remark" text
);

--> statement-breakpoint
CREATE TABLE "onl_cgreport_head" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"code" text,
	"name" text,
	"db_source" text,
	"cgr_sql" text,
	"content" text,
	"chart" text,
	"chart_label" text,
	"chart_value" text
);

--> statement-breakpoint
CREATE TABLE "onl_cgreport_head_items" (
	"id" text PRIMARY KEY NOT NULL,
	"main_id" text NOT NULL,
	"order_num" integer NOT NULL,
	"field_name" text,
	"field_txt" text,
	"field_type" text,
	"dict_code" text,
	"field_width" integer,
	"is_show" text,
	"is_order" text,
	"is_search" text,
	"search_mode" text,
	"is_total" text
);

--> statement-breakpoint
CREATE TABLE "onl_cgreport_head_params" (
	"id" text PRIMARY KEY NOT NULL,
	"main_id" text NOT NULL,
	"order_num" integer NOT NULL,
	"param_name" text,
	"param_txt" text,
	"param_value" text
);

--> statement-breakpoint
CREATE TABLE "sys_data_source_secret" (
	"source_id" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL
);

--> statement-breakpoint
CREATE UNIQUE INDEX "sys_data_source_code_key" ON "sys_data_source" USING btree ("tenant_id","code") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_data_source_create_time" ON "sys_data_source" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_data_source_sys_org_code" ON "sys_data_source" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_data_source_name" ON "sys_data_source" USING btree ("tenant_id","name","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_data_source_code" ON "sys_data_source" USING btree ("tenant_id","code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_data_source_db_type" ON "sys_data_source" USING btree ("tenant_id","db_type","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "onl_cgreport_head_code_key" ON "onl_cgreport_head" USING btree ("tenant_id","code") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "onl_cgreport_head_create_time" ON "onl_cgreport_head" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "onl_cgreport_head_sys_org_code" ON "onl_cgreport_head" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "onl_cgreport_head_name" ON "onl_cgreport_head" USING btree ("tenant_id","name","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "onl_cgreport_head_code" ON "onl_cgreport_head" USING btree ("tenant_id","code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "onl_cgreport_head_db_source" ON "onl_cgreport_head" USING btree ("tenant_id","db_source","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "onl_cgreport_head_items_main_id" ON "onl_cgreport_head_items" USING btree ("main_id");
--> statement-breakpoint
CREATE INDEX "onl_cgreport_head_params_main_id" ON "onl_cgreport_head_params" USING btree ("main_id");
