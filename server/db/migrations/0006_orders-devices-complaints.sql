CREATE TABLE "rental_order_message" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"order_no" text,
	"user_id" text,
	"device_id" text,
	"borrow_cabinet_id" text,
	"borrow_slot" integer,
	"return_cabinet_id" text,
	"return_slot" integer,
	"provider_id" text,
	"bill_mode" text,
	"bill_rule" jsonb,
	"start_time" timestamp(3) with time zone,
	"end_time" timestamp(3) with time zone,
	"use_minutes" integer,
	"total_amount" bigint,
	"card_deduct" bigint,
	"pay_amount" bigint,
	"refunded_amount" bigint,
	"pay_channel" text,
	"out_trade_no" text,
	"status" text,
	"settle_reason_id" text,
	"settle_remark" text,
	"settle_amount" bigint,
	"settle_images" text,
	"settle_status" text,
	"refund_no" text,
	"refunding_amount" bigint,
	"refund_reason" text,
	"refund_from" text,
	"refund_for" text,
	"fail_reason" text,
	"due_time" timestamp(3) with time zone,
	CONSTRAINT "rental_order_message_total_amount_not_negative" CHECK ("rental_order_message"."total_amount" >= 0),
	CONSTRAINT "rental_order_message_card_deduct_not_negative" CHECK ("rental_order_message"."card_deduct" >= 0),
	CONSTRAINT "rental_order_message_pay_amount_not_negative" CHECK ("rental_order_message"."pay_amount" >= 0),
	CONSTRAINT "rental_order_message_refunded_amount_not_negative" CHECK ("rental_order_message"."refunded_amount" >= 0),
	CONSTRAINT "rental_order_message_settle_amount_not_negative" CHECK ("rental_order_message"."settle_amount" >= 0),
	CONSTRAINT "rental_order_message_refunding_amount_not_negative" CHECK ("rental_order_message"."refunding_amount" >= 0)
);

--> statement-breakpoint
CREATE TABLE "rental_order_message_audit_trail" (
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
CREATE TABLE "rental_order_deposit" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"deposit_no" text,
	"user_id" text,
	"phone" text,
	"deposit_type" text,
	"pay_channel" text,
	"amount" bigint,
	"out_trade_no" text,
	"pay_time" timestamp(3) with time zone,
	"order_id" text,
	"provider_id" text,
	"status" text,
	"owe_amount" bigint,
	"refund_amount" bigint,
	"apply_time" timestamp(3) with time zone,
	"apply_reason" text,
	"due_time" timestamp(3) with time zone,
	"refund_no" text,
	"refund_time" timestamp(3) with time zone,
	"fail_reason" text,
	CONSTRAINT "rental_order_deposit_amount_not_negative" CHECK ("rental_order_deposit"."amount" >= 0),
	CONSTRAINT "rental_order_deposit_owe_amount_not_negative" CHECK ("rental_order_deposit"."owe_amount" >= 0),
	CONSTRAINT "rental_order_deposit_refund_amount_not_negative" CHECK ("rental_order_deposit"."refund_amount" >= 0)
);

--> statement-breakpoint
CREATE TABLE "rental_order_deposit_audit_trail" (
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
CREATE TABLE "rental_settle_reason" (
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
	"fee_effect" text,
	"need_audit" text,
	"need_image" text,
	"device_action" text,
	"sort_no" integer,
	"status" text
);

--> statement-breakpoint
CREATE TABLE "rental_complaint" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"complaint_no" text,
	"complaint_type" text,
	"user_id" text,
	"phone" text,
	"order_id" text,
	"device_id" text,
	"provider_id" text,
	"content" text,
	"images" text,
	"status" text,
	"handler_id" text,
	"resolve_type" text,
	"refund_amount" bigint,
	"compensation" bigint,
	"total_amount" bigint,
	"result_text" text,
	"accept_time" timestamp(3) with time zone,
	"finish_time" timestamp(3) with time zone,
	"score" integer,
	"reopened" integer,
	"due_time" timestamp(3) with time zone,
	CONSTRAINT "rental_complaint_refund_amount_not_negative" CHECK ("rental_complaint"."refund_amount" >= 0),
	CONSTRAINT "rental_complaint_compensation_not_negative" CHECK ("rental_complaint"."compensation" >= 0),
	CONSTRAINT "rental_complaint_total_amount_not_negative" CHECK ("rental_complaint"."total_amount" >= 0)
);

--> statement-breakpoint
CREATE TABLE "rental_complaint_audit_trail" (
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
CREATE TABLE "rental_device" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"device_sn" text,
	"device_name" text,
	"device_type" text,
	"model" text,
	"provider_id" text,
	"merchant_id" text,
	"parent_id" text,
	"slot_total" integer,
	"slot_free" integer,
	"slot_locked" integer,
	"battery_percent" integer,
	"area_code" text,
	"address" text,
	"lng" numeric(18, 6),
	"lat" numeric(18, 6),
	"status" text,
	"online_status" text,
	"iot_id" text,
	"iccid" text,
	"iccid_expire" date,
	"firmware" text,
	"active_time" timestamp(3) with time zone,
	"last_order_time" timestamp(3) with time zone,
	"fault_count" integer
);

--> statement-breakpoint
CREATE UNIQUE INDEX "rental_order_message_order_no_key" ON "rental_order_message" USING btree ("tenant_id","order_no") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_message_create_time" ON "rental_order_message" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_message_sys_org_code" ON "rental_order_message" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_message_start_time" ON "rental_order_message" USING btree ("tenant_id","start_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_message_order_no" ON "rental_order_message" USING btree ("tenant_id","order_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_message_status" ON "rental_order_message" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_message_user_id" ON "rental_order_message" USING btree ("tenant_id","user_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_message_provider_id" ON "rental_order_message" USING btree ("tenant_id","provider_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_message_pay_channel" ON "rental_order_message" USING btree ("tenant_id","pay_channel","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_message_pay_amount" ON "rental_order_message" USING btree ("tenant_id","pay_amount","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_message_settle_status" ON "rental_order_message" USING btree ("tenant_id","settle_status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_message_audit_trail_main_id" ON "rental_order_message_audit_trail" USING btree ("main_id");
--> statement-breakpoint
CREATE INDEX "rental_order_message_audit_trail_person_id" ON "rental_order_message_audit_trail" USING btree ("person_id");
--> statement-breakpoint
CREATE INDEX "rental_order_message_audit_trail_principal_id" ON "rental_order_message_audit_trail" USING btree ("principal_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_order_deposit_deposit_no_key" ON "rental_order_deposit" USING btree ("tenant_id","deposit_no") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_deposit_create_time" ON "rental_order_deposit" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_deposit_sys_org_code" ON "rental_order_deposit" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_deposit_deposit_no" ON "rental_order_deposit" USING btree ("tenant_id","deposit_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_deposit_status" ON "rental_order_deposit" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_deposit_user_id" ON "rental_order_deposit" USING btree ("tenant_id","user_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_deposit_deposit_type" ON "rental_order_deposit" USING btree ("tenant_id","deposit_type","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_deposit_pay_channel" ON "rental_order_deposit" USING btree ("tenant_id","pay_channel","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_deposit_amount" ON "rental_order_deposit" USING btree ("tenant_id","amount","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_deposit_pay_time" ON "rental_order_deposit" USING btree ("tenant_id","pay_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_deposit_apply_time" ON "rental_order_deposit" USING btree ("tenant_id","apply_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_deposit_audit_trail_main_id" ON "rental_order_deposit_audit_trail" USING btree ("main_id");
--> statement-breakpoint
CREATE INDEX "rental_order_deposit_audit_trail_person_id" ON "rental_order_deposit_audit_trail" USING btree ("person_id");
--> statement-breakpoint
CREATE INDEX "rental_order_deposit_audit_trail_principal_id" ON "rental_order_deposit_audit_trail" USING btree ("principal_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_settle_reason_scene_reason_key" ON "rental_settle_reason" USING btree ("tenant_id","scene","reason") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_settle_reason_create_time" ON "rental_settle_reason" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_settle_reason_sys_org_code" ON "rental_settle_reason" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_settle_reason_sort_no" ON "rental_settle_reason" USING btree ("tenant_id","sort_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_settle_reason_reason" ON "rental_settle_reason" USING btree ("tenant_id","reason","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_settle_reason_scene" ON "rental_settle_reason" USING btree ("tenant_id","scene","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_settle_reason_fee_effect" ON "rental_settle_reason" USING btree ("tenant_id","fee_effect","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_settle_reason_need_audit" ON "rental_settle_reason" USING btree ("tenant_id","need_audit","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_settle_reason_status" ON "rental_settle_reason" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_complaint_complaint_no_key" ON "rental_complaint" USING btree ("tenant_id","complaint_no") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_complaint_create_time" ON "rental_complaint" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_complaint_sys_org_code" ON "rental_complaint" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_complaint_complaint_no" ON "rental_complaint" USING btree ("tenant_id","complaint_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_complaint_status" ON "rental_complaint" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_complaint_complaint_type" ON "rental_complaint" USING btree ("tenant_id","complaint_type","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_complaint_user_id" ON "rental_complaint" USING btree ("tenant_id","user_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_complaint_order_id" ON "rental_complaint" USING btree ("tenant_id","order_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_complaint_provider_id" ON "rental_complaint" USING btree ("tenant_id","provider_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_complaint_handler_id" ON "rental_complaint" USING btree ("tenant_id","handler_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_complaint_audit_trail_main_id" ON "rental_complaint_audit_trail" USING btree ("main_id");
--> statement-breakpoint
CREATE INDEX "rental_complaint_audit_trail_person_id" ON "rental_complaint_audit_trail" USING btree ("person_id");
--> statement-breakpoint
CREATE INDEX "rental_complaint_audit_trail_principal_id" ON "rental_complaint_audit_trail" USING btree ("principal_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_device_device_sn_key" ON "rental_device" USING btree ("tenant_id","device_sn") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_create_time" ON "rental_device" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_sys_org_code" ON "rental_device" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_device_sn" ON "rental_device" USING btree ("tenant_id","device_sn","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_device_name" ON "rental_device" USING btree ("tenant_id","device_name","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_device_type" ON "rental_device" USING btree ("tenant_id","device_type","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_status" ON "rental_device" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_online_status" ON "rental_device" USING btree ("tenant_id","online_status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_provider_id" ON "rental_device" USING btree ("tenant_id","provider_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_merchant_id" ON "rental_device" USING btree ("tenant_id","merchant_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_parent_id" ON "rental_device" USING btree ("tenant_id","parent_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_area_code" ON "rental_device" USING btree ("tenant_id","area_code","id") WHERE delete_time is null;
