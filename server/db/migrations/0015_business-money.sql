CREATE TABLE "rental_ledger_adjustment" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"adjust_no" text,
	"owner_type" text,
	"owner_id" text,
	"direction" text,
	"amount" bigint,
	"reverse_of" text,
	"adjust_reason" text,
	"voucher" text,
	"status" text,
	"due_time" timestamp(3) with time zone,
	CONSTRAINT "rental_ledger_adjustment_amount_not_negative" CHECK ("rental_ledger_adjustment"."amount" >= 0)
);

--> statement-breakpoint
CREATE TABLE "rental_ledger_adjustment_audit_trail" (
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
CREATE TABLE "rental_config_change" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"change_no" text,
	"config_id" text,
	"config_key" text,
	"before_value" text,
	"after_value" text,
	"effect_time" timestamp(3) with time zone,
	"change_reason" text,
	"status" text,
	"due_time" timestamp(3) with time zone
);

--> statement-breakpoint
CREATE TABLE "rental_config_change_audit_trail" (
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
CREATE TABLE "rental_reconcile_difference" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"diff_no" text,
	"kind" text,
	"subject" text,
	"biz_no" text,
	"expected" bigint,
	"actual" bigint,
	"difference" bigint,
	"detail" text,
	"found_time" timestamp(3) with time zone,
	"last_time" timestamp(3) with time zone,
	"status" text,
	"handler_id" text,
	"clear_time" timestamp(3) with time zone,
	"clear_reason" text
);

--> statement-breakpoint
CREATE TABLE "rental_user_card_audit_trail" (
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
CREATE TABLE "rental_user_recharge" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"recharge_no" text,
	"user_id" text,
	"setting_id" text,
	"pay_amount" bigint,
	"gift_amount" bigint,
	"user_card_id" text,
	"pay_channel" text,
	"out_trade_no" text,
	CONSTRAINT "rental_user_recharge_pay_amount_not_negative" CHECK ("rental_user_recharge"."pay_amount" >= 0),
	CONSTRAINT "rental_user_recharge_gift_amount_not_negative" CHECK ("rental_user_recharge"."gift_amount" >= 0)
);

--> statement-breakpoint
CREATE TABLE "rental_box_draw" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"draw_no" text,
	"box_id" text,
	"user_id" text,
	"price" bigint,
	"prize_name" text,
	"prize_type" text,
	"ref_id" text,
	"amount" bigint,
	"user_card_id" text,
	"status" text,
	"deliver_remark" text,
	CONSTRAINT "rental_box_draw_price_not_negative" CHECK ("rental_box_draw"."price" >= 0),
	CONSTRAINT "rental_box_draw_amount_not_negative" CHECK ("rental_box_draw"."amount" >= 0)
);

--> statement-breakpoint
CREATE TABLE "rental_device_history" (
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
CREATE TABLE "rental_device_command" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"command_no" text,
	"device_id" text,
	"command" text,
	"slot" integer,
	"target_version" text,
	"command_reason" text,
	"status" text,
	"answer" text,
	"sent_time" timestamp(3) with time zone,
	"finish_time" timestamp(3) with time zone
);

--> statement-breakpoint
ALTER TABLE "rental_amount_detail" ADD COLUMN "gift_amount" bigint;
--> statement-breakpoint
ALTER TABLE "rental_user_card" ADD COLUMN "pay_channel" text;
--> statement-breakpoint
ALTER TABLE "rental_user_card" ADD COLUMN "out_trade_no" text;
--> statement-breakpoint
ALTER TABLE "rental_user_card" ADD COLUMN "refund_status" text;
--> statement-breakpoint
ALTER TABLE "rental_user_card" ADD COLUMN "refund_from" text;
--> statement-breakpoint
ALTER TABLE "rental_user_card" ADD COLUMN "refund_no" text;
--> statement-breakpoint
ALTER TABLE "rental_user_card" ADD COLUMN "refunding_amount" bigint;
--> statement-breakpoint
ALTER TABLE "rental_user_card" ADD COLUMN "refund_reason" text;
--> statement-breakpoint
ALTER TABLE "rental_user_card" ADD COLUMN "refund_voucher" text;
--> statement-breakpoint
ALTER TABLE "rental_user_card" ADD COLUMN "fail_reason" text;
--> statement-breakpoint
ALTER TABLE "rental_user_card" ADD COLUMN "due_time" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "rental_driver_message" ADD COLUMN "device_frozen" bigint;
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_ledger_adjustment_adjust_no_key" ON "rental_ledger_adjustment" USING btree ("tenant_id","adjust_no") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_ledger_adjustment_create_time" ON "rental_ledger_adjustment" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_ledger_adjustment_sys_org_code" ON "rental_ledger_adjustment" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_ledger_adjustment_adjust_no" ON "rental_ledger_adjustment" USING btree ("tenant_id","adjust_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_ledger_adjustment_status" ON "rental_ledger_adjustment" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_ledger_adjustment_owner_type" ON "rental_ledger_adjustment" USING btree ("tenant_id","owner_type","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_ledger_adjustment_direction" ON "rental_ledger_adjustment" USING btree ("tenant_id","direction","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_ledger_adjustment_amount" ON "rental_ledger_adjustment" USING btree ("tenant_id","amount","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_ledger_adjustment_audit_trail_main_id" ON "rental_ledger_adjustment_audit_trail" USING btree ("main_id");
--> statement-breakpoint
CREATE INDEX "rental_ledger_adjustment_audit_trail_person_id" ON "rental_ledger_adjustment_audit_trail" USING btree ("person_id");
--> statement-breakpoint
CREATE INDEX "rental_ledger_adjustment_audit_trail_principal_id" ON "rental_ledger_adjustment_audit_trail" USING btree ("principal_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_config_change_change_no_key" ON "rental_config_change" USING btree ("tenant_id","change_no") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_config_change_create_time" ON "rental_config_change" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_config_change_sys_org_code" ON "rental_config_change" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_config_change_change_no" ON "rental_config_change" USING btree ("tenant_id","change_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_config_change_status" ON "rental_config_change" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_config_change_config_key" ON "rental_config_change" USING btree ("tenant_id","config_key","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_config_change_audit_trail_main_id" ON "rental_config_change_audit_trail" USING btree ("main_id");
--> statement-breakpoint
CREATE INDEX "rental_config_change_audit_trail_person_id" ON "rental_config_change_audit_trail" USING btree ("person_id");
--> statement-breakpoint
CREATE INDEX "rental_config_change_audit_trail_principal_id" ON "rental_config_change_audit_trail" USING btree ("principal_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_reconcile_difference_diff_no_key" ON "rental_reconcile_difference" USING btree ("tenant_id","diff_no") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_reconcile_difference_create_time" ON "rental_reconcile_difference" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_reconcile_difference_sys_org_code" ON "rental_reconcile_difference" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_reconcile_difference_diff_no" ON "rental_reconcile_difference" USING btree ("tenant_id","diff_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_reconcile_difference_status" ON "rental_reconcile_difference" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_reconcile_difference_kind" ON "rental_reconcile_difference" USING btree ("tenant_id","kind","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_reconcile_difference_biz_no" ON "rental_reconcile_difference" USING btree ("tenant_id","biz_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_reconcile_difference_found_time" ON "rental_reconcile_difference" USING btree ("tenant_id","found_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_card_audit_trail_main_id" ON "rental_user_card_audit_trail" USING btree ("main_id");
--> statement-breakpoint
CREATE INDEX "rental_user_card_audit_trail_person_id" ON "rental_user_card_audit_trail" USING btree ("person_id");
--> statement-breakpoint
CREATE INDEX "rental_user_card_audit_trail_principal_id" ON "rental_user_card_audit_trail" USING btree ("principal_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_user_recharge_recharge_no_key" ON "rental_user_recharge" USING btree ("tenant_id","recharge_no") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_recharge_create_time" ON "rental_user_recharge" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_recharge_sys_org_code" ON "rental_user_recharge" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_recharge_recharge_no" ON "rental_user_recharge" USING btree ("tenant_id","recharge_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_recharge_user_id" ON "rental_user_recharge" USING btree ("tenant_id","user_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_recharge_setting_id" ON "rental_user_recharge" USING btree ("tenant_id","setting_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_recharge_pay_channel" ON "rental_user_recharge" USING btree ("tenant_id","pay_channel","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_recharge_pay_amount" ON "rental_user_recharge" USING btree ("tenant_id","pay_amount","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_box_draw_draw_no_key" ON "rental_box_draw" USING btree ("tenant_id","draw_no") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_box_draw_create_time" ON "rental_box_draw" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_box_draw_sys_org_code" ON "rental_box_draw" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_box_draw_draw_no" ON "rental_box_draw" USING btree ("tenant_id","draw_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_box_draw_box_id" ON "rental_box_draw" USING btree ("tenant_id","box_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_box_draw_user_id" ON "rental_box_draw" USING btree ("tenant_id","user_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_box_draw_status" ON "rental_box_draw" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_box_draw_prize_type" ON "rental_box_draw" USING btree ("tenant_id","prize_type","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_history_main_id" ON "rental_device_history" USING btree ("main_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_device_command_command_no_key" ON "rental_device_command" USING btree ("tenant_id","command_no") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_command_create_time" ON "rental_device_command" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_command_sys_org_code" ON "rental_device_command" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_command_command_no" ON "rental_device_command" USING btree ("tenant_id","command_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_command_device_id" ON "rental_device_command" USING btree ("tenant_id","device_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_command_command" ON "rental_device_command" USING btree ("tenant_id","command","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_command_status" ON "rental_device_command" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_card_refund_status" ON "rental_user_card" USING btree ("tenant_id","refund_status","id") WHERE delete_time is null;
--> statement-breakpoint
ALTER TABLE "rental_amount_detail" ADD CONSTRAINT "rental_amount_detail_gift_amount_not_negative" CHECK ("rental_amount_detail"."gift_amount" >= 0);
--> statement-breakpoint
ALTER TABLE "rental_user_card" ADD CONSTRAINT "rental_user_card_refunding_amount_not_negative" CHECK ("rental_user_card"."refunding_amount" >= 0);
--> statement-breakpoint
ALTER TABLE "rental_driver_message" ADD CONSTRAINT "rental_driver_message_device_frozen_not_negative" CHECK ("rental_driver_message"."device_frozen" >= 0);
