CREATE TABLE "rental_cancel_reason" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"reason" text,
	"scene" text,
	"need_remark" text,
	"count_fault" text,
	"sort_no" integer,
	"status" text,
	"use_count" integer
);

--> statement-breakpoint
CREATE TABLE "rental_package_group" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"group_name" text,
	"device_type" text,
	"bill_mode" text,
	"free_minutes" integer,
	"unit_minutes" integer,
	"unit_price" bigint,
	"day_cap" bigint,
	"total_cap" bigint,
	"scope" text,
	"area_codes" text,
	"provider_ids" text,
	"is_default" text,
	"status" text,
	CONSTRAINT "rental_package_group_unit_price_not_negative" CHECK ("rental_package_group"."unit_price" >= 0),
	CONSTRAINT "rental_package_group_day_cap_not_negative" CHECK ("rental_package_group"."day_cap" >= 0),
	CONSTRAINT "rental_package_group_total_cap_not_negative" CHECK ("rental_package_group"."total_cap" >= 0)
);

--> statement-breakpoint
CREATE TABLE "rental_package_group_steps" (
	"id" text PRIMARY KEY NOT NULL,
	"main_id" text NOT NULL,
	"order_num" integer NOT NULL,
	"from_minutes" integer,
	"to_minutes" integer,
	"price" bigint
);

--> statement-breakpoint
CREATE TABLE "rental_package_group_cards" (
	"id" text PRIMARY KEY NOT NULL,
	"main_id" text NOT NULL,
	"order_num" integer NOT NULL,
	"card_kind" text,
	"card_id" text,
	"sort_no" integer
);

--> statement-breakpoint
CREATE TABLE "rental_card" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"card_no" text,
	"card_name" text,
	"card_type" text,
	"device_type" text,
	"price" bigint,
	"original_price" bigint,
	"valid_days" integer,
	"daily_times" integer,
	"once_minutes" integer,
	"buy_limit" integer,
	"first_only" text,
	"refundable" text,
	"refund_days" integer,
	"area_codes" text,
	"image" text,
	"notes" text,
	"sort_no" integer,
	"status" text,
	"sold_count" integer,
	CONSTRAINT "rental_card_price_not_negative" CHECK ("rental_card"."price" >= 0),
	CONSTRAINT "rental_card_original_price_not_negative" CHECK ("rental_card"."original_price" >= 0)
);

--> statement-breakpoint
CREATE TABLE "rental_once_card" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"card_no" text,
	"card_name" text,
	"times" integer,
	"price" bigint,
	"original_price" bigint,
	"valid_days" integer,
	"once_minutes" integer,
	"device_type" text,
	"area_codes" text,
	"buy_limit" integer,
	"refundable" text,
	"sort_no" integer,
	"status" text,
	"sold_count" integer,
	CONSTRAINT "rental_once_card_price_not_negative" CHECK ("rental_once_card"."price" >= 0),
	CONSTRAINT "rental_once_card_original_price_not_negative" CHECK ("rental_once_card"."original_price" >= 0)
);

--> statement-breakpoint
CREATE TABLE "rental_user_card" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"card_no" text,
	"user_id" text,
	"card_kind" text,
	"product_id" text,
	"source" text,
	"pay_amount" bigint,
	"start_time" timestamp(3) with time zone,
	"end_time" timestamp(3) with time zone,
	"total_times" integer,
	"used_times" integer,
	"today_used" integer,
	"pause_time" timestamp(3) with time zone,
	"pause_days" integer,
	"adjust_days" integer,
	"refund_amount" bigint,
	"status" text,
	"issue_reason" text,
	CONSTRAINT "rental_user_card_pay_amount_not_negative" CHECK ("rental_user_card"."pay_amount" >= 0),
	CONSTRAINT "rental_user_card_refund_amount_not_negative" CHECK ("rental_user_card"."refund_amount" >= 0)
);

--> statement-breakpoint
CREATE TABLE "rental_user_card_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"main_id" text NOT NULL,
	"order_num" integer NOT NULL,
	"time" timestamp(3) with time zone,
	"person" text,
	"kind" text,
	"before" text,
	"after" text,
	"reason" text
);

--> statement-breakpoint
CREATE TABLE "rental_recharge_setting" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"title" text,
	"pay_amount" bigint,
	"gift_amount" bigint,
	"gift_card_id" text,
	"limit_times" integer,
	"first_only" text,
	"start_time" timestamp(3) with time zone,
	"end_time" timestamp(3) with time zone,
	"tag" text,
	"sort_no" integer,
	"status" text,
	CONSTRAINT "rental_recharge_setting_pay_amount_not_negative" CHECK ("rental_recharge_setting"."pay_amount" >= 0),
	CONSTRAINT "rental_recharge_setting_gift_amount_not_negative" CHECK ("rental_recharge_setting"."gift_amount" >= 0)
);

--> statement-breakpoint
CREATE TABLE "rental_blind_box" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"box_name" text,
	"cover" text,
	"price" bigint,
	"draw_limit" integer,
	"total_limit" integer,
	"start_time" timestamp(3) with time zone,
	"end_time" timestamp(3) with time zone,
	"area_codes" text,
	"rule" text,
	"draw_count" integer,
	"win_count" integer,
	"cost" bigint,
	"status" text,
	CONSTRAINT "rental_blind_box_price_not_negative" CHECK ("rental_blind_box"."price" >= 0),
	CONSTRAINT "rental_blind_box_cost_not_negative" CHECK ("rental_blind_box"."cost" >= 0)
);

--> statement-breakpoint
CREATE TABLE "rental_blind_box_prizes" (
	"id" text PRIMARY KEY NOT NULL,
	"main_id" text NOT NULL,
	"order_num" integer NOT NULL,
	"prize_name" text,
	"prize_type" text,
	"ref_id" text,
	"amount" bigint,
	"image" text,
	"probability" bigint,
	"stock" integer,
	"sort_no" integer
);

--> statement-breakpoint
CREATE TABLE "rental_advertisement" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"ad_no" text,
	"title" text,
	"channel" text,
	"place" text,
	"image" text,
	"jump_type" text,
	"jump_url" text,
	"area_codes" text,
	"provider_ids" text,
	"gender" text,
	"start_time" timestamp(3) with time zone,
	"end_time" timestamp(3) with time zone,
	"sort_no" integer,
	"contact_name" text,
	"contact_phone" text,
	"status" text,
	"audit_reason" text,
	"exposure" integer,
	"visitors" integer,
	"clicks" integer,
	"click_rate" bigint,
	"due_time" timestamp(3) with time zone
);

--> statement-breakpoint
CREATE TABLE "rental_advertisement_audit_trail" (
	"id" text PRIMARY KEY NOT NULL,
	"main_id" text NOT NULL,
	"order_num" integer NOT NULL,
	"step" text,
	"person" text,
	"person_id" text,
	"principal_id" text,
	"host" text,
	"result" text,
	"reason" text,
	"time" timestamp(3) with time zone
);

--> statement-breakpoint
CREATE TABLE "rental_banner" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"title" text,
	"image" text,
	"channel" text,
	"position" text,
	"jump_type" text,
	"jump_url" text,
	"area_codes" text,
	"start_time" timestamp(3) with time zone,
	"end_time" timestamp(3) with time zone,
	"sort_no" integer,
	"status" text,
	"show_state" text,
	"clicks" integer
);

--> statement-breakpoint
CREATE TABLE "rental_notice" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"title" text,
	"summary" text,
	"content" text,
	"target" text,
	"area_codes" text,
	"channel" text,
	"push_mode" text,
	"push_time" timestamp(3) with time zone,
	"is_popup" text,
	"jump_type" text,
	"jump_url" text,
	"status" text,
	"publish_time" timestamp(3) with time zone,
	"revoke_time" timestamp(3) with time zone,
	"send_count" integer,
	"read_count" integer
);

--> statement-breakpoint
CREATE TABLE "rental_trend" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"trend_type" text,
	"title" text,
	"cover" text,
	"summary" text,
	"content" text,
	"author" text,
	"user_id" text,
	"tags" text,
	"area_codes" text,
	"is_top" text,
	"publish_time" timestamp(3) with time zone,
	"views" integer,
	"likes" integer,
	"status" text
);

--> statement-breakpoint
CREATE TABLE "rental_common_problem" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"category" text,
	"title" text,
	"answer" text,
	"channel" text,
	"is_hot" text,
	"sort_no" integer,
	"status" text,
	"views" integer,
	"useful" integer,
	"useless" integer
);

--> statement-breakpoint
CREATE TABLE "rental_device_number" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"batch_no" text,
	"device_type" text,
	"start_no" text,
	"end_no" text,
	"sn" text,
	"quantity" integer,
	"soft_version" text,
	"qr_url" text,
	"factory" text,
	"produce_date" date,
	"status" text,
	"device_id" text,
	"provider_id" text,
	"void_reason" text
);

--> statement-breakpoint
CREATE TABLE "rental_driver_message" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"driver_no" text,
	"real_name" text,
	"phone" text,
	"sex" text,
	"id_card_no" text,
	"id_card_imgs" text,
	"driver_license_no" text,
	"driver_license_img" text,
	"license_end" date,
	"provider_id" text,
	"share_ratio" bigint,
	"freeze_amount" bigint,
	"car_count" integer,
	"balance" bigint,
	"frozen" bigint,
	"open_id" text,
	"status" text,
	"audit_reason" text,
	"due_time" timestamp(3) with time zone,
	CONSTRAINT "rental_driver_message_freeze_amount_not_negative" CHECK ("rental_driver_message"."freeze_amount" >= 0),
	CONSTRAINT "rental_driver_message_balance_not_negative" CHECK ("rental_driver_message"."balance" >= 0),
	CONSTRAINT "rental_driver_message_frozen_not_negative" CHECK ("rental_driver_message"."frozen" >= 0)
);

--> statement-breakpoint
CREATE TABLE "rental_driver_message_audit_trail" (
	"id" text PRIMARY KEY NOT NULL,
	"main_id" text NOT NULL,
	"order_num" integer NOT NULL,
	"step" text,
	"person" text,
	"person_id" text,
	"principal_id" text,
	"host" text,
	"result" text,
	"reason" text,
	"time" timestamp(3) with time zone
);

--> statement-breakpoint
CREATE TABLE "rental_driver_car" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"plate_no" text,
	"car_type" text,
	"brand_model" text,
	"color" text,
	"vin" text,
	"driver_id" text,
	"deputy_ids" text,
	"license_img" text,
	"insurance_end" date,
	"provider_id" text,
	"device_ids" text,
	"area_code" text,
	"status" text,
	"audit_reason" text,
	"bind_time" timestamp(3) with time zone,
	"unbind_time" timestamp(3) with time zone,
	"due_time" timestamp(3) with time zone
);

--> statement-breakpoint
CREATE TABLE "rental_driver_car_audit_trail" (
	"id" text PRIMARY KEY NOT NULL,
	"main_id" text NOT NULL,
	"order_num" integer NOT NULL,
	"step" text,
	"person" text,
	"person_id" text,
	"principal_id" text,
	"host" text,
	"result" text,
	"reason" text,
	"time" timestamp(3) with time zone
);

--> statement-breakpoint
CREATE UNIQUE INDEX "rental_cancel_reason_scene_reason_key" ON "rental_cancel_reason" USING btree ("tenant_id","scene","reason") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_cancel_reason_create_time" ON "rental_cancel_reason" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_cancel_reason_sys_org_code" ON "rental_cancel_reason" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_cancel_reason_sort_no" ON "rental_cancel_reason" USING btree ("tenant_id","sort_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_cancel_reason_reason" ON "rental_cancel_reason" USING btree ("tenant_id","reason","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_cancel_reason_scene" ON "rental_cancel_reason" USING btree ("tenant_id","scene","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_cancel_reason_count_fault" ON "rental_cancel_reason" USING btree ("tenant_id","count_fault","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_cancel_reason_status" ON "rental_cancel_reason" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_package_group_group_name_key" ON "rental_package_group" USING btree ("tenant_id","group_name") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_package_group_create_time" ON "rental_package_group" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_package_group_sys_org_code" ON "rental_package_group" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_package_group_group_name" ON "rental_package_group" USING btree ("tenant_id","group_name","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_package_group_device_type" ON "rental_package_group" USING btree ("tenant_id","device_type","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_package_group_bill_mode" ON "rental_package_group" USING btree ("tenant_id","bill_mode","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_package_group_scope" ON "rental_package_group" USING btree ("tenant_id","scope","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_package_group_is_default" ON "rental_package_group" USING btree ("tenant_id","is_default","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_package_group_status" ON "rental_package_group" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_package_group_unit_price" ON "rental_package_group" USING btree ("tenant_id","unit_price","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_package_group_steps_main_id" ON "rental_package_group_steps" USING btree ("main_id");
--> statement-breakpoint
CREATE INDEX "rental_package_group_cards_main_id" ON "rental_package_group_cards" USING btree ("main_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_card_card_no_key" ON "rental_card" USING btree ("tenant_id","card_no") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_card_card_name_key" ON "rental_card" USING btree ("tenant_id","card_name") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_card_create_time" ON "rental_card" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_card_sys_org_code" ON "rental_card" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_card_sort_no" ON "rental_card" USING btree ("tenant_id","sort_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_card_card_name" ON "rental_card" USING btree ("tenant_id","card_name","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_card_card_no" ON "rental_card" USING btree ("tenant_id","card_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_card_card_type" ON "rental_card" USING btree ("tenant_id","card_type","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_card_device_type" ON "rental_card" USING btree ("tenant_id","device_type","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_card_status" ON "rental_card" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_card_price" ON "rental_card" USING btree ("tenant_id","price","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_card_refundable" ON "rental_card" USING btree ("tenant_id","refundable","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_card_first_only" ON "rental_card" USING btree ("tenant_id","first_only","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_once_card_card_no_key" ON "rental_once_card" USING btree ("tenant_id","card_no") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_once_card_card_name_key" ON "rental_once_card" USING btree ("tenant_id","card_name") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_once_card_create_time" ON "rental_once_card" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_once_card_sys_org_code" ON "rental_once_card" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_once_card_sort_no" ON "rental_once_card" USING btree ("tenant_id","sort_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_once_card_card_name" ON "rental_once_card" USING btree ("tenant_id","card_name","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_once_card_card_no" ON "rental_once_card" USING btree ("tenant_id","card_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_once_card_device_type" ON "rental_once_card" USING btree ("tenant_id","device_type","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_once_card_status" ON "rental_once_card" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_once_card_times" ON "rental_once_card" USING btree ("tenant_id","times","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_once_card_price" ON "rental_once_card" USING btree ("tenant_id","price","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_once_card_refundable" ON "rental_once_card" USING btree ("tenant_id","refundable","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_user_card_card_no_key" ON "rental_user_card" USING btree ("tenant_id","card_no") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_card_create_time" ON "rental_user_card" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_card_sys_org_code" ON "rental_user_card" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_card_card_no" ON "rental_user_card" USING btree ("tenant_id","card_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_card_user_id" ON "rental_user_card" USING btree ("tenant_id","user_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_card_status" ON "rental_user_card" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_card_card_kind" ON "rental_user_card" USING btree ("tenant_id","card_kind","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_card_source" ON "rental_user_card" USING btree ("tenant_id","source","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_card_start_time" ON "rental_user_card" USING btree ("tenant_id","start_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_card_end_time" ON "rental_user_card" USING btree ("tenant_id","end_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_card_changes_main_id" ON "rental_user_card_changes" USING btree ("main_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_recharge_setting_pay_amount_key" ON "rental_recharge_setting" USING btree ("tenant_id","pay_amount") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_recharge_setting_create_time" ON "rental_recharge_setting" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_recharge_setting_sys_org_code" ON "rental_recharge_setting" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_recharge_setting_sort_no" ON "rental_recharge_setting" USING btree ("tenant_id","sort_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_recharge_setting_title" ON "rental_recharge_setting" USING btree ("tenant_id","title","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_recharge_setting_status" ON "rental_recharge_setting" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_recharge_setting_pay_amount" ON "rental_recharge_setting" USING btree ("tenant_id","pay_amount","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_recharge_setting_first_only" ON "rental_recharge_setting" USING btree ("tenant_id","first_only","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_recharge_setting_gift_card_id" ON "rental_recharge_setting" USING btree ("tenant_id","gift_card_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_recharge_setting_start_time" ON "rental_recharge_setting" USING btree ("tenant_id","start_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_recharge_setting_end_time" ON "rental_recharge_setting" USING btree ("tenant_id","end_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_blind_box_create_time" ON "rental_blind_box" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_blind_box_sys_org_code" ON "rental_blind_box" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_blind_box_box_name" ON "rental_blind_box" USING btree ("tenant_id","box_name","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_blind_box_status" ON "rental_blind_box" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_blind_box_price" ON "rental_blind_box" USING btree ("tenant_id","price","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_blind_box_start_time" ON "rental_blind_box" USING btree ("tenant_id","start_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_blind_box_end_time" ON "rental_blind_box" USING btree ("tenant_id","end_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_blind_box_prizes_main_id" ON "rental_blind_box_prizes" USING btree ("main_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_advertisement_ad_no_key" ON "rental_advertisement" USING btree ("tenant_id","ad_no") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_advertisement_create_time" ON "rental_advertisement" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_advertisement_sys_org_code" ON "rental_advertisement" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_advertisement_title" ON "rental_advertisement" USING btree ("tenant_id","title","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_advertisement_ad_no" ON "rental_advertisement" USING btree ("tenant_id","ad_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_advertisement_status" ON "rental_advertisement" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_advertisement_place" ON "rental_advertisement" USING btree ("tenant_id","place","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_advertisement_channel" ON "rental_advertisement" USING btree ("tenant_id","channel","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_advertisement_gender" ON "rental_advertisement" USING btree ("tenant_id","gender","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_advertisement_start_time" ON "rental_advertisement" USING btree ("tenant_id","start_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_advertisement_end_time" ON "rental_advertisement" USING btree ("tenant_id","end_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_advertisement_audit_trail_main_id" ON "rental_advertisement_audit_trail" USING btree ("main_id");
--> statement-breakpoint
CREATE INDEX "rental_advertisement_audit_trail_person_id" ON "rental_advertisement_audit_trail" USING btree ("person_id");
--> statement-breakpoint
CREATE INDEX "rental_advertisement_audit_trail_principal_id" ON "rental_advertisement_audit_trail" USING btree ("principal_id");
--> statement-breakpoint
CREATE INDEX "rental_banner_create_time" ON "rental_banner" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_banner_sys_org_code" ON "rental_banner" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_banner_sort_no" ON "rental_banner" USING btree ("tenant_id","sort_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_banner_title" ON "rental_banner" USING btree ("tenant_id","title","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_banner_position" ON "rental_banner" USING btree ("tenant_id","position","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_banner_channel" ON "rental_banner" USING btree ("tenant_id","channel","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_banner_status" ON "rental_banner" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_banner_show_state" ON "rental_banner" USING btree ("tenant_id","show_state","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_banner_start_time" ON "rental_banner" USING btree ("tenant_id","start_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_banner_end_time" ON "rental_banner" USING btree ("tenant_id","end_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_notice_create_time" ON "rental_notice" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_notice_sys_org_code" ON "rental_notice" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_notice_title" ON "rental_notice" USING btree ("tenant_id","title","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_notice_status" ON "rental_notice" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_notice_target" ON "rental_notice" USING btree ("tenant_id","target","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_notice_channel" ON "rental_notice" USING btree ("tenant_id","channel","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_notice_push_mode" ON "rental_notice" USING btree ("tenant_id","push_mode","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_notice_push_time" ON "rental_notice" USING btree ("tenant_id","push_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_notice_publish_time" ON "rental_notice" USING btree ("tenant_id","publish_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_trend_create_time" ON "rental_trend" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_trend_sys_org_code" ON "rental_trend" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_trend_title" ON "rental_trend" USING btree ("tenant_id","title","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_trend_trend_type" ON "rental_trend" USING btree ("tenant_id","trend_type","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_trend_status" ON "rental_trend" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_trend_is_top" ON "rental_trend" USING btree ("tenant_id","is_top","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_trend_tags" ON "rental_trend" USING btree ("tenant_id","tags","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_trend_publish_time" ON "rental_trend" USING btree ("tenant_id","publish_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_common_problem_category_title_key" ON "rental_common_problem" USING btree ("tenant_id","category","title") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_common_problem_create_time" ON "rental_common_problem" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_common_problem_sys_org_code" ON "rental_common_problem" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_common_problem_sort_no" ON "rental_common_problem" USING btree ("tenant_id","sort_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_common_problem_title" ON "rental_common_problem" USING btree ("tenant_id","title","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_common_problem_category" ON "rental_common_problem" USING btree ("tenant_id","category","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_common_problem_channel" ON "rental_common_problem" USING btree ("tenant_id","channel","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_common_problem_is_hot" ON "rental_common_problem" USING btree ("tenant_id","is_hot","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_common_problem_status" ON "rental_common_problem" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_device_number_sn_key" ON "rental_device_number" USING btree ("tenant_id","sn") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_number_create_time" ON "rental_device_number" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_number_sys_org_code" ON "rental_device_number" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_number_sn" ON "rental_device_number" USING btree ("tenant_id","sn","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_number_status" ON "rental_device_number" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_number_batch_no" ON "rental_device_number" USING btree ("tenant_id","batch_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_number_device_type" ON "rental_device_number" USING btree ("tenant_id","device_type","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_number_provider_id" ON "rental_device_number" USING btree ("tenant_id","provider_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_number_factory" ON "rental_device_number" USING btree ("tenant_id","factory","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_number_produce_date" ON "rental_device_number" USING btree ("tenant_id","produce_date","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_driver_message_driver_no_key" ON "rental_driver_message" USING btree ("tenant_id","driver_no") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_driver_message_phone_key" ON "rental_driver_message" USING btree ("tenant_id","phone") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_driver_message_create_time" ON "rental_driver_message" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_driver_message_sys_org_code" ON "rental_driver_message" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_driver_message_real_name" ON "rental_driver_message" USING btree ("tenant_id","real_name","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_driver_message_driver_no" ON "rental_driver_message" USING btree ("tenant_id","driver_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_driver_message_phone" ON "rental_driver_message" USING btree ("tenant_id","phone","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_driver_message_status" ON "rental_driver_message" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_driver_message_provider_id" ON "rental_driver_message" USING btree ("tenant_id","provider_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_driver_message_license_end" ON "rental_driver_message" USING btree ("tenant_id","license_end","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_driver_message_audit_trail_main_id" ON "rental_driver_message_audit_trail" USING btree ("main_id");
--> statement-breakpoint
CREATE INDEX "rental_driver_message_audit_trail_person_id" ON "rental_driver_message_audit_trail" USING btree ("person_id");
--> statement-breakpoint
CREATE INDEX "rental_driver_message_audit_trail_principal_id" ON "rental_driver_message_audit_trail" USING btree ("principal_id");
--> statement-breakpoint
CREATE INDEX "rental_driver_car_create_time" ON "rental_driver_car" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_driver_car_sys_org_code" ON "rental_driver_car" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_driver_car_plate_no" ON "rental_driver_car" USING btree ("tenant_id","plate_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_driver_car_status" ON "rental_driver_car" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_driver_car_car_type" ON "rental_driver_car" USING btree ("tenant_id","car_type","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_driver_car_driver_id" ON "rental_driver_car" USING btree ("tenant_id","driver_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_driver_car_provider_id" ON "rental_driver_car" USING btree ("tenant_id","provider_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_driver_car_area_code" ON "rental_driver_car" USING btree ("tenant_id","area_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_driver_car_insurance_end" ON "rental_driver_car" USING btree ("tenant_id","insurance_end","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_driver_car_audit_trail_main_id" ON "rental_driver_car_audit_trail" USING btree ("main_id");
--> statement-breakpoint
CREATE INDEX "rental_driver_car_audit_trail_person_id" ON "rental_driver_car_audit_trail" USING btree ("person_id");
--> statement-breakpoint
CREATE INDEX "rental_driver_car_audit_trail_principal_id" ON "rental_driver_car_audit_trail" USING btree ("principal_id");
