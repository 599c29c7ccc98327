CREATE TABLE "rental_user_withdrawal" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"withdraw_no" text,
	"owner_type" text,
	"owner_id" text,
	"phone" text,
	"apply_amount" bigint,
	"fee_amount" bigint,
	"tax_amount" bigint,
	"arrive_amount" bigint,
	"method" text,
	"account_type" text,
	"bank_name" text,
	"bank_no" text,
	"account_name" text,
	"status" text,
	"risk_flags" jsonb,
	"apply_time" timestamp(3) with time zone,
	"due_time" timestamp(3) with time zone,
	"held_from" text,
	"pay_no" text,
	"pay_time" timestamp(3) with time zone,
	"confirm_deadline" timestamp(3) with time zone,
	"fail_reason" text,
	CONSTRAINT "rental_user_withdrawal_apply_amount_not_negative" CHECK ("rental_user_withdrawal"."apply_amount" >= 0),
	CONSTRAINT "rental_user_withdrawal_fee_amount_not_negative" CHECK ("rental_user_withdrawal"."fee_amount" >= 0),
	CONSTRAINT "rental_user_withdrawal_tax_amount_not_negative" CHECK ("rental_user_withdrawal"."tax_amount" >= 0),
	CONSTRAINT "rental_user_withdrawal_arrive_amount_not_negative" CHECK ("rental_user_withdrawal"."arrive_amount" >= 0)
);

--> statement-breakpoint
CREATE TABLE "rental_user_withdrawal_audit_trail" (
	"id" text PRIMARY KEY NOT NULL,
	"main_id" text NOT NULL,
	"order_num" integer NOT NULL,
	"step" text,
	"person" text,
	"person_id" text,
	"host" text,
	"result" text,
	"reason" text,
	"time" timestamp(3) with time zone
);

--> statement-breakpoint
CREATE TABLE "rental_amount_detail" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"detail_no" text,
	"owner_type" text,
	"owner_id" text,
	"amount_type" text,
	"direction" text,
	"amount" bigint,
	"before_amount" bigint,
	"after_amount" bigint,
	"biz_type" text,
	"biz_no" text,
	"pay_channel" text,
	"out_trade_no" text,
	"settle_time" timestamp(3) with time zone,
	"operator_id" text,
	"reverse_of" text,
	"remark" text,
	CONSTRAINT "rental_amount_detail_amount_not_negative" CHECK ("rental_amount_detail"."amount" >= 0),
	CONSTRAINT "rental_amount_detail_before_amount_not_negative" CHECK ("rental_amount_detail"."before_amount" >= 0),
	CONSTRAINT "rental_amount_detail_after_amount_not_negative" CHECK ("rental_amount_detail"."after_amount" >= 0)
);

--> statement-breakpoint
CREATE TABLE "rental_app_config" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"group_code" text,
	"config_key" text,
	"config_name" text,
	"value_type" text,
	"config_value" text,
	"default_value" text,
	"value_range" text,
	"need_audit" text,
	"effect_time" timestamp(3) with time zone,
	"status" text,
	"remark" text
);

--> statement-breakpoint
CREATE TABLE "rental_service_provider" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"provider_no" text,
	"provider_name" text,
	"level" text,
	"parent_id" text,
	"subject_type" text,
	"industry" text,
	"contact_name" text,
	"contact_phone" text,
	"area_code" text,
	"address" text,
	"lng" numeric(18, 6),
	"lat" numeric(18, 6),
	"business_hours" text,
	"salesman_id" text,
	"user_id" text,
	"depart_id" text,
	"contract_end" date,
	"device_count" integer,
	"active_count" integer,
	"balance" bigint,
	"frozen" bigint,
	"total_income" bigint,
	"status" text,
	CONSTRAINT "rental_service_provider_balance_not_negative" CHECK ("rental_service_provider"."balance" >= 0),
	CONSTRAINT "rental_service_provider_frozen_not_negative" CHECK ("rental_service_provider"."frozen" >= 0),
	CONSTRAINT "rental_service_provider_total_income_not_negative" CHECK ("rental_service_provider"."total_income" >= 0)
);

--> statement-breakpoint
CREATE TABLE "rental_service_provider_config" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"provider_id" text,
	"share_ratio" bigint,
	"settle_cycle" text,
	"withdraw_min" bigint,
	"withdraw_max" bigint,
	"withdraw_fee_rate" bigint,
	"withdraw_day_times" integer,
	"auto_withdraw" text,
	"auto_withdraw_max" bigint,
	"refund_limit" bigint,
	"allow_price" text,
	"price_min" bigint,
	"price_max" bigint,
	"account_type" text,
	"bank_name" text,
	"bank_no" text,
	"account_name" text,
	"service_phone" text,
	CONSTRAINT "rental_service_provider_config_withdraw_min_not_negative" CHECK ("rental_service_provider_config"."withdraw_min" >= 0),
	CONSTRAINT "rental_service_provider_config_withdraw_max_not_negative" CHECK ("rental_service_provider_config"."withdraw_max" >= 0),
	CONSTRAINT "rental_service_provider_config_auto_withdraw_max_not_negativ" CHECK ("rental_service_provider_config"."auto_withdraw_max" >= 0),
	CONSTRAINT "rental_service_provider_config_refund_limit_not_negative" CHECK ("rental_service_provider_config"."refund_limit" >= 0),
	CONSTRAINT "rental_service_provider_config_price_min_not_negative" CHECK ("rental_service_provider_config"."price_min" >= 0),
	CONSTRAINT "rental_service_provider_config_price_max_not_negative" CHECK ("rental_service_provider_config"."price_max" >= 0)
);

--> statement-breakpoint
CREATE TABLE "rental_user_message" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"user_no" text,
	"nick_name" text,
	"avatar" text,
	"phone" text,
	"real_name" text,
	"id_card_no" text,
	"auth_status" text,
	"sex" text,
	"open_id" text,
	"alipay_id" text,
	"area_code" text,
	"balance" bigint,
	"gift_balance" bigint,
	"frozen" bigint,
	"deposit_status" text,
	"order_count" integer,
	"pay_total" bigint,
	"owe_amount" bigint,
	"status" text,
	"freeze_reason" text,
	"register_time" timestamp(3) with time zone,
	"last_order_time" timestamp(3) with time zone,
	CONSTRAINT "rental_user_message_balance_not_negative" CHECK ("rental_user_message"."balance" >= 0),
	CONSTRAINT "rental_user_message_gift_balance_not_negative" CHECK ("rental_user_message"."gift_balance" >= 0),
	CONSTRAINT "rental_user_message_frozen_not_negative" CHECK ("rental_user_message"."frozen" >= 0),
	CONSTRAINT "rental_user_message_pay_total_not_negative" CHECK ("rental_user_message"."pay_total" >= 0),
	CONSTRAINT "rental_user_message_owe_amount_not_negative" CHECK ("rental_user_message"."owe_amount" >= 0)
);

--> statement-breakpoint
CREATE TABLE "sys_user" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"username" text,
	"realname" text,
	"avatar" text,
	"sex" integer,
	"birthday" date,
	"phone" text,
	"email" text,
	"work_no" text,
	"org_code" text,
	"status" integer,
	"post" text,
	"telephone" text,
	"user_identity" integer,
	"depart_ids" text,
	"rel_tenant_ids" text,
	"home_path" text,
	"description" text,
	"sort" integer,
	"del_flag" integer,
	"must_change_password" text
);

--> statement-breakpoint
CREATE TABLE "sys_role" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"role_name" text,
	"role_code" text,
	"description" text
);

--> statement-breakpoint
CREATE TABLE "sys_permission" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"menu_type" integer,
	"name" text,
	"parent_id" text,
	"url" text,
	"component" text,
	"component_name" text,
	"redirect" text,
	"perms" text,
	"perms_type" text,
	"icon" text,
	"sort_no" numeric(18, 2),
	"route" boolean,
	"hidden" boolean,
	"hide_tab" boolean,
	"keep_alive" boolean,
	"always_show" boolean,
	"internal_or_external" boolean,
	"leaf" boolean,
	"rule_flag" integer,
	"status" text,
	"description" text,
	"del_flag" integer
);

--> statement-breakpoint
CREATE TABLE "sys_depart" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"depart_name" text,
	"parent_id" text,
	"org_category" text,
	"org_type" text,
	"org_code" text,
	"depart_name_en" text,
	"depart_name_abbr" text,
	"depart_order" integer,
	"mobile" text,
	"fax" text,
	"address" text,
	"memo" text,
	"status" text,
	"del_flag" text,
	"qywx_identifier" text
);

--> statement-breakpoint
CREATE TABLE "sys_position" (
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
	"post_rank" text,
	"company_id" text,
	"sort_no" integer
);

--> statement-breakpoint
CREATE TABLE "sys_tenant" (
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
	"begin_date" timestamp(3) with time zone,
	"end_date" timestamp(3) with time zone,
	"status" integer
);

--> statement-breakpoint
CREATE TABLE "sys_dict" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"dict_name" text,
	"dict_code" text,
	"description" text,
	"type" integer,
	"del_flag" integer
);

--> statement-breakpoint
CREATE TABLE "sys_dict_item" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"dict_id" text,
	"item_text" text,
	"item_value" text,
	"item_color" text,
	"description" text,
	"sort_order" integer,
	"status" integer
);

--> statement-breakpoint
CREATE TABLE "sys_access_version" (
	"id" integer PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL
);

--> statement-breakpoint
CREATE TABLE "sys_credential" (
	"user_id" text PRIMARY KEY NOT NULL,
	"password_hash" text NOT NULL,
	"change_time" timestamp(3) with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
CREATE TABLE "sys_data_log" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"data_table" text NOT NULL,
	"data_id" text NOT NULL,
	"data_version" integer NOT NULL,
	"type" text DEFAULT 'json' NOT NULL,
	"operation" text NOT NULL,
	"data_before" jsonb,
	"data_content" jsonb,
	"create_by" text,
	"create_name" text,
	"ip" text,
	"host" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
CREATE TABLE "sys_depart_permission" (
	"depart_id" text NOT NULL,
	"permission_id" text NOT NULL,
	"data_rule_ids" text,
	CONSTRAINT "sys_depart_permission_depart_id_permission_id_pk" PRIMARY KEY("depart_id","permission_id")
);

--> statement-breakpoint
CREATE TABLE "sys_depart_role" (
	"id" text PRIMARY KEY NOT NULL,
	"depart_id" text NOT NULL,
	"role_name" text NOT NULL,
	"role_code" text NOT NULL,
	"description" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone
);

--> statement-breakpoint
CREATE TABLE "sys_depart_role_permission" (
	"role_id" text NOT NULL,
	"permission_id" text NOT NULL,
	"depart_id" text NOT NULL,
	"data_rule_ids" text,
	CONSTRAINT "sys_depart_role_permission_role_id_permission_id_pk" PRIMARY KEY("role_id","permission_id")
);

--> statement-breakpoint
CREATE TABLE "sys_depart_role_user" (
	"user_id" text NOT NULL,
	"drole_id" text NOT NULL,
	CONSTRAINT "sys_depart_role_user_user_id_drole_id_pk" PRIMARY KEY("user_id","drole_id")
);

--> statement-breakpoint
CREATE TABLE "sys_idempotency" (
	"key" text PRIMARY KEY NOT NULL,
	"answer" jsonb,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
CREATE TABLE "sys_install_secret" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);

--> statement-breakpoint
CREATE TABLE "sys_log" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"log_type" integer NOT NULL,
	"operate_type" integer,
	"log_content" text,
	"userid" text,
	"username" text,
	"ip" text,
	"host" text,
	"method" text,
	"request_url" text,
	"request_param" text,
	"request_type" text,
	"cost_time" integer,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
CREATE TABLE "sys_one_time_code" (
	"key" text PRIMARY KEY NOT NULL,
	"code_hash" text NOT NULL,
	"tries_left" integer DEFAULT 1 NOT NULL,
	"expire_time" timestamp(3) with time zone NOT NULL
);

--> statement-breakpoint
CREATE TABLE "sys_permission_data_rule" (
	"id" text PRIMARY KEY NOT NULL,
	"permission_id" text NOT NULL,
	"rule_name" text NOT NULL,
	"rule_column" text NOT NULL,
	"rule_conditions" text NOT NULL,
	"rule_value" text NOT NULL,
	"status" text DEFAULT '1' NOT NULL,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone
);

--> statement-breakpoint
CREATE TABLE "sys_rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_end" timestamp(3) with time zone NOT NULL
);

--> statement-breakpoint
CREATE TABLE "sys_role_permission" (
	"role_id" text NOT NULL,
	"permission_id" text NOT NULL,
	"data_rule_ids" text,
	CONSTRAINT "sys_role_permission_role_id_permission_id_pk" PRIMARY KEY("role_id","permission_id")
);

--> statement-breakpoint
CREATE TABLE "sys_seed" (
	"part" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"keys" jsonb NOT NULL,
	"update_time" timestamp(3) with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
CREATE TABLE "sys_serial_counter" (
	"prefix" text NOT NULL,
	"day" text NOT NULL,
	"value" integer NOT NULL,
	CONSTRAINT "sys_serial_counter_prefix_day_pk" PRIMARY KEY("prefix","day")
);

--> statement-breakpoint
CREATE TABLE "sys_session" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" text NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"org_code" text,
	"host" text DEFAULT '浏览器' NOT NULL,
	"ip" text,
	"user_agent" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"seen_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"expire_time" timestamp(3) with time zone NOT NULL,
	"revoke_time" timestamp(3) with time zone,
	"revoke_reason" text
);

--> statement-breakpoint
CREATE TABLE "sys_file" (
	"id" text PRIMARY KEY NOT NULL,
	"path" text NOT NULL,
	"file_name" text NOT NULL,
	"file_size" integer NOT NULL,
	"content_type" text NOT NULL,
	"biz" text DEFAULT 'temp' NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"is_private" boolean DEFAULT false NOT NULL,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
CREATE TABLE "sys_user_depart" (
	"user_id" text NOT NULL,
	"dep_id" text NOT NULL,
	CONSTRAINT "sys_user_depart_user_id_dep_id_pk" PRIMARY KEY("user_id","dep_id")
);

--> statement-breakpoint
CREATE TABLE "sys_user_role" (
	"user_id" text NOT NULL,
	"role_id" text NOT NULL,
	CONSTRAINT "sys_user_role_user_id_role_id_pk" PRIMARY KEY("user_id","role_id")
);

--> statement-breakpoint
CREATE UNIQUE INDEX "rental_user_withdrawal_withdraw_no_key" ON "rental_user_withdrawal" USING btree ("tenant_id","withdraw_no") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_withdrawal_create_time" ON "rental_user_withdrawal" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_withdrawal_sys_org_code" ON "rental_user_withdrawal" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_withdrawal_withdraw_no" ON "rental_user_withdrawal" USING btree ("tenant_id","withdraw_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_withdrawal_status" ON "rental_user_withdrawal" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_withdrawal_owner_type" ON "rental_user_withdrawal" USING btree ("tenant_id","owner_type","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_withdrawal_method" ON "rental_user_withdrawal" USING btree ("tenant_id","method","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_withdrawal_apply_amount" ON "rental_user_withdrawal" USING btree ("tenant_id","apply_amount","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_withdrawal_apply_time" ON "rental_user_withdrawal" USING btree ("tenant_id","apply_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_withdrawal_audit_trail_main_id" ON "rental_user_withdrawal_audit_trail" USING btree ("main_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_amount_detail_detail_no_key" ON "rental_amount_detail" USING btree ("tenant_id","detail_no") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_amount_detail_pay_channel_out_trade_no_key" ON "rental_amount_detail" USING btree ("tenant_id","pay_channel","out_trade_no") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_amount_detail_create_time" ON "rental_amount_detail" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_amount_detail_sys_org_code" ON "rental_amount_detail" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_amount_detail_owner_type" ON "rental_amount_detail" USING btree ("tenant_id","owner_type","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_amount_detail_amount_type" ON "rental_amount_detail" USING btree ("tenant_id","amount_type","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_amount_detail_direction" ON "rental_amount_detail" USING btree ("tenant_id","direction","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_amount_detail_biz_no" ON "rental_amount_detail" USING btree ("tenant_id","biz_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_amount_detail_detail_no" ON "rental_amount_detail" USING btree ("tenant_id","detail_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_amount_detail_amount" ON "rental_amount_detail" USING btree ("tenant_id","amount","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_app_config_config_key_key" ON "rental_app_config" USING btree ("tenant_id","config_key") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_app_config_create_time" ON "rental_app_config" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_app_config_sys_org_code" ON "rental_app_config" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_app_config_config_key" ON "rental_app_config" USING btree ("tenant_id","config_key","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_app_config_group_code" ON "rental_app_config" USING btree ("tenant_id","group_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_app_config_config_name" ON "rental_app_config" USING btree ("tenant_id","config_name","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_app_config_status" ON "rental_app_config" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_service_provider_provider_no_key" ON "rental_service_provider" USING btree ("tenant_id","provider_no") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_service_provider_provider_name_key" ON "rental_service_provider" USING btree ("tenant_id","provider_name") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_service_provider_create_time" ON "rental_service_provider" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_service_provider_sys_org_code" ON "rental_service_provider" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_service_provider_parent_id" ON "rental_service_provider" USING btree ("tenant_id","parent_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_service_provider_provider_name" ON "rental_service_provider" USING btree ("tenant_id","provider_name","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_service_provider_level" ON "rental_service_provider" USING btree ("tenant_id","level","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_service_provider_status" ON "rental_service_provider" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_service_provider_area_code" ON "rental_service_provider" USING btree ("tenant_id","area_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_service_provider_contact_phone" ON "rental_service_provider" USING btree ("tenant_id","contact_phone","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_service_provider_contract_end" ON "rental_service_provider" USING btree ("tenant_id","contract_end","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_service_provider_config_provider_id_key" ON "rental_service_provider_config" USING btree ("tenant_id","provider_id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_service_provider_config_create_time" ON "rental_service_provider_config" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_service_provider_config_sys_org_code" ON "rental_service_provider_config" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_service_provider_config_provider_id" ON "rental_service_provider_config" USING btree ("tenant_id","provider_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_service_provider_config_settle_cycle" ON "rental_service_provider_config" USING btree ("tenant_id","settle_cycle","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_service_provider_config_auto_withdraw" ON "rental_service_provider_config" USING btree ("tenant_id","auto_withdraw","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_service_provider_config_share_ratio" ON "rental_service_provider_config" USING btree ("tenant_id","share_ratio","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_user_message_user_no_key" ON "rental_user_message" USING btree ("tenant_id","user_no") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_user_message_phone_key" ON "rental_user_message" USING btree ("tenant_id","phone") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_message_create_time" ON "rental_user_message" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_message_sys_org_code" ON "rental_user_message" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_message_nick_name" ON "rental_user_message" USING btree ("tenant_id","nick_name","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_message_phone" ON "rental_user_message" USING btree ("tenant_id","phone","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_message_auth_status" ON "rental_user_message" USING btree ("tenant_id","auth_status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_message_status" ON "rental_user_message" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_message_area_code" ON "rental_user_message" USING btree ("tenant_id","area_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_message_register_time" ON "rental_user_message" USING btree ("tenant_id","register_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_message_balance" ON "rental_user_message" USING btree ("tenant_id","balance","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "sys_user_username_key" ON "sys_user" USING btree ("tenant_id","username") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "sys_user_phone_key" ON "sys_user" USING btree ("tenant_id","phone") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "sys_user_email_key" ON "sys_user" USING btree ("tenant_id","email") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "sys_user_work_no_key" ON "sys_user" USING btree ("tenant_id","work_no") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_user_create_time" ON "sys_user" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_user_sys_org_code" ON "sys_user" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_user_username" ON "sys_user" USING btree ("tenant_id","username","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_user_realname" ON "sys_user" USING btree ("tenant_id","realname","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_user_phone" ON "sys_user" USING btree ("tenant_id","phone","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_user_sex" ON "sys_user" USING btree ("tenant_id","sex","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_user_status" ON "sys_user" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "sys_role_role_code_key" ON "sys_role" USING btree ("tenant_id","role_code") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_role_create_time" ON "sys_role" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_role_sys_org_code" ON "sys_role" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_role_role_name" ON "sys_role" USING btree ("tenant_id","role_name","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_role_role_code" ON "sys_role" USING btree ("tenant_id","role_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_permission_create_time" ON "sys_permission" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_permission_sys_org_code" ON "sys_permission" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_permission_sort_no" ON "sys_permission" USING btree ("tenant_id","sort_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_permission_parent_id" ON "sys_permission" USING btree ("tenant_id","parent_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_permission_name" ON "sys_permission" USING btree ("tenant_id","name","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "sys_depart_org_code_key" ON "sys_depart" USING btree ("tenant_id","org_code") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_depart_create_time" ON "sys_depart" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_depart_sys_org_code" ON "sys_depart" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_depart_depart_order" ON "sys_depart" USING btree ("tenant_id","depart_order","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_depart_parent_id" ON "sys_depart" USING btree ("tenant_id","parent_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_depart_depart_name" ON "sys_depart" USING btree ("tenant_id","depart_name","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "sys_position_code_key" ON "sys_position" USING btree ("tenant_id","code") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_position_create_time" ON "sys_position" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_position_sys_org_code" ON "sys_position" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_position_name" ON "sys_position" USING btree ("tenant_id","name","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_position_code" ON "sys_position" USING btree ("tenant_id","code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_position_post_rank" ON "sys_position" USING btree ("tenant_id","post_rank","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "sys_tenant_name_key" ON "sys_tenant" USING btree ("tenant_id","name") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_tenant_create_time" ON "sys_tenant" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_tenant_sys_org_code" ON "sys_tenant" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_tenant_name" ON "sys_tenant" USING btree ("tenant_id","name","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_tenant_status" ON "sys_tenant" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "sys_dict_dict_code_key" ON "sys_dict" USING btree ("tenant_id","dict_code") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_dict_create_time" ON "sys_dict" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_dict_sys_org_code" ON "sys_dict" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_dict_dict_name" ON "sys_dict" USING btree ("tenant_id","dict_name","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_dict_dict_code" ON "sys_dict" USING btree ("tenant_id","dict_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "sys_dict_item_dict_id_item_value_key" ON "sys_dict_item" USING btree ("tenant_id","dict_id","item_value") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_dict_item_create_time" ON "sys_dict_item" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_dict_item_sys_org_code" ON "sys_dict_item" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_dict_item_sort_order" ON "sys_dict_item" USING btree ("tenant_id","sort_order","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_dict_item_dict_id" ON "sys_dict_item" USING btree ("tenant_id","dict_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_dict_item_item_text" ON "sys_dict_item" USING btree ("tenant_id","item_text","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_dict_item_status" ON "sys_dict_item" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_data_log_record" ON "sys_data_log" USING btree ("data_table","data_id","data_version");
--> statement-breakpoint
CREATE INDEX "sys_depart_role_user_drole_id" ON "sys_depart_role_user" USING btree ("drole_id");
--> statement-breakpoint
CREATE INDEX "sys_log_type_time" ON "sys_log" USING btree ("log_type","create_time");
--> statement-breakpoint
CREATE INDEX "sys_permission_data_rule_permission" ON "sys_permission_data_rule" USING btree ("permission_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "sys_session_token" ON "sys_session" USING btree ("token_hash");
--> statement-breakpoint
CREATE INDEX "sys_session_user" ON "sys_session" USING btree ("user_id","expire_time");
--> statement-breakpoint
CREATE UNIQUE INDEX "sys_file_path" ON "sys_file" USING btree ("path");
--> statement-breakpoint
CREATE INDEX "sys_user_depart_dep_id" ON "sys_user_depart" USING btree ("dep_id");
--> statement-breakpoint
CREATE INDEX "sys_user_role_role_id" ON "sys_user_role" USING btree ("role_id");
