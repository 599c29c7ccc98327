CREATE TABLE "rental_agent_apply" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"apply_no" text,
	"apply_level" text,
	"subject_type" text,
	"company_name" text,
	"credit_code" text,
	"license_img" text,
	"contact_name" text,
	"contact_phone" text,
	"id_card_no" text,
	"id_card_imgs" text,
	"area_code" text,
	"address" text,
	"plan_devices" integer,
	"industry" text,
	"experience" text,
	"referrer_id" text,
	"parent_id" text,
	"share_ratio" bigint,
	"status" text,
	"apply_time" timestamp(3) with time zone,
	"due_time" timestamp(3) with time zone,
	"provider_id" text
);

--> statement-breakpoint
CREATE TABLE "rental_agent_apply_audit_trail" (
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
CREATE TABLE "sys_third_account" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"third_type" text,
	"third_user_id" text,
	"realname" text,
	"sys_user_id" text,
	"status" integer,
	"corp_id" text,
	"third_user_uuid" text,
	"avatar" text,
	"last_time" timestamp(3) with time zone,
	"del_flag" integer
);

--> statement-breakpoint
CREATE TABLE "sys_announcement" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"titile" text,
	"msg_category" text,
	"priority" text,
	"msg_type" text,
	"user_ids" text,
	"start_time" timestamp(3) with time zone,
	"end_time" timestamp(3) with time zone,
	"msg_abstract" text,
	"msg_content" text,
	"open_type" text,
	"open_page" text,
	"bus_type" text,
	"bus_id" text,
	"send_status" text,
	"sender" text,
	"send_time" timestamp(3) with time zone,
	"cancel_time" timestamp(3) with time zone,
	"dt_task_id" text
);

--> statement-breakpoint
CREATE TABLE "sys_announcement_send" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"annt_id" text,
	"user_id" text,
	"read_flag" text,
	"read_time" timestamp(3) with time zone,
	"star_flag" text
);

--> statement-breakpoint
CREATE TABLE "sys_notify_delivery" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"notice_id" text,
	"kind" text,
	"title" text,
	"resource" text,
	"record_id" text,
	"user_id" text,
	"channel" text,
	"chat_user_id" text,
	"cause" text,
	"principal_id" text,
	"state" text,
	"reason" text,
	"attempts" integer,
	"sent_time" timestamp(3) with time zone,
	"delivered_time" timestamp(3) with time zone,
	"opened_time" timestamp(3) with time zone,
	"decided_time" timestamp(3) with time zone,
	"failed_time" timestamp(3) with time zone
);

--> statement-breakpoint
CREATE TABLE "sys_chat_hand_over" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"sign_in_id" text NOT NULL,
	"use_time" timestamp(3) with time zone,
	"expire_time" timestamp(3) with time zone NOT NULL
);

--> statement-breakpoint
CREATE TABLE "sys_chat_sign_in" (
	"id" text PRIMARY KEY NOT NULL,
	"chat" text NOT NULL,
	"kind" text NOT NULL,
	"browser" text NOT NULL,
	"path" text,
	"code_hash" text,
	"user_id" text,
	"chat_user_id" text,
	"problem" text,
	"settle_time" timestamp(3) with time zone,
	"expire_time" timestamp(3) with time zone NOT NULL,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
CREATE TABLE "sys_chat_token" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text,
	"expire_time" timestamp(3) with time zone,
	"busy_until" timestamp(3) with time zone
);

--> statement-breakpoint
CREATE TABLE "sys_deputy" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"deputy_id" text NOT NULL,
	"begin_time" timestamp(3) with time zone NOT NULL,
	"end_time" timestamp(3) with time zone NOT NULL,
	"reason" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
CREATE TABLE "sys_notice" (
	"id" text PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"resource" text,
	"record_id" text,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"facts" jsonb NOT NULL,
	"path" text NOT NULL,
	"choices" jsonb,
	"due" timestamp(3) with time zone,
	"state" text NOT NULL,
	"outcome" text,
	"good" boolean,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"settle_time" timestamp(3) with time zone
);

--> statement-breakpoint
CREATE TABLE "sys_notice_batch" (
	"id" text PRIMARY KEY NOT NULL,
	"notice_id" text NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"channel" text NOT NULL,
	"user_ids" text[] NOT NULL,
	"chat_user_ids" text[] NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"claim_until" timestamp(3) with time zone,
	"receipt" jsonb,
	"sent_time" timestamp(3) with time zone,
	"settled_time" timestamp(3) with time zone,
	"settle_error" text
);

--> statement-breakpoint
CREATE TABLE "sys_notify_preference" (
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"chats" text NOT NULL,
	"update_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sys_notify_preference_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);

--> statement-breakpoint
ALTER TABLE "sys_session" ADD COLUMN "chat" text;
--> statement-breakpoint
ALTER TABLE "sys_session" ADD COLUMN "corp_id" text;
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_agent_apply_apply_no_key" ON "rental_agent_apply" USING btree ("tenant_id","apply_no") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_agent_apply_create_time" ON "rental_agent_apply" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_agent_apply_sys_org_code" ON "rental_agent_apply" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_agent_apply_apply_no" ON "rental_agent_apply" USING btree ("tenant_id","apply_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_agent_apply_status" ON "rental_agent_apply" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_agent_apply_apply_level" ON "rental_agent_apply" USING btree ("tenant_id","apply_level","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_agent_apply_company_name" ON "rental_agent_apply" USING btree ("tenant_id","company_name","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_agent_apply_contact_name" ON "rental_agent_apply" USING btree ("tenant_id","contact_name","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_agent_apply_area_code" ON "rental_agent_apply" USING btree ("tenant_id","area_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_agent_apply_apply_time" ON "rental_agent_apply" USING btree ("tenant_id","apply_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_agent_apply_audit_trail_main_id" ON "rental_agent_apply_audit_trail" USING btree ("main_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "sys_third_account_third_type_corp_id_third_user_id_key" ON "sys_third_account" USING btree ("tenant_id","third_type","corp_id","third_user_id") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "sys_third_account_third_type_corp_id_sys_user_id_key" ON "sys_third_account" USING btree ("tenant_id","third_type","corp_id","sys_user_id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_third_account_create_time" ON "sys_third_account" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_third_account_sys_org_code" ON "sys_third_account" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_third_account_third_user_id" ON "sys_third_account" USING btree ("tenant_id","third_user_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_third_account_realname" ON "sys_third_account" USING btree ("tenant_id","realname","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_third_account_third_type" ON "sys_third_account" USING btree ("tenant_id","third_type","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_third_account_sys_user_id" ON "sys_third_account" USING btree ("tenant_id","sys_user_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_third_account_status" ON "sys_third_account" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_announcement_create_time" ON "sys_announcement" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_announcement_sys_org_code" ON "sys_announcement" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_announcement_titile" ON "sys_announcement" USING btree ("tenant_id","titile","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_announcement_msg_category" ON "sys_announcement" USING btree ("tenant_id","msg_category","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_announcement_priority" ON "sys_announcement" USING btree ("tenant_id","priority","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_announcement_msg_type" ON "sys_announcement" USING btree ("tenant_id","msg_type","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_announcement_send_status" ON "sys_announcement" USING btree ("tenant_id","send_status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_announcement_send_time" ON "sys_announcement" USING btree ("tenant_id","send_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "sys_announcement_send_user_id_annt_id_key" ON "sys_announcement_send" USING btree ("tenant_id","user_id","annt_id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_announcement_send_create_time" ON "sys_announcement_send" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_announcement_send_sys_org_code" ON "sys_announcement_send" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_announcement_send_annt_id" ON "sys_announcement_send" USING btree ("tenant_id","annt_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_announcement_send_user_id" ON "sys_announcement_send" USING btree ("tenant_id","user_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_announcement_send_read_flag" ON "sys_announcement_send" USING btree ("tenant_id","read_flag","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "sys_notify_delivery_notice_id_user_id_channel_key" ON "sys_notify_delivery" USING btree ("tenant_id","notice_id","user_id","channel") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_notify_delivery_create_time" ON "sys_notify_delivery" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_notify_delivery_sys_org_code" ON "sys_notify_delivery" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_notify_delivery_user_id" ON "sys_notify_delivery" USING btree ("tenant_id","user_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_notify_delivery_channel" ON "sys_notify_delivery" USING btree ("tenant_id","channel","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_notify_delivery_state" ON "sys_notify_delivery" USING btree ("tenant_id","state","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_notify_delivery_kind" ON "sys_notify_delivery" USING btree ("tenant_id","kind","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_notify_delivery_title" ON "sys_notify_delivery" USING btree ("tenant_id","title","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_notify_delivery_record_id" ON "sys_notify_delivery" USING btree ("tenant_id","record_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "sys_chat_sign_in_code" ON "sys_chat_sign_in" USING btree ("code_hash");
--> statement-breakpoint
CREATE INDEX "sys_chat_sign_in_expire" ON "sys_chat_sign_in" USING btree ("expire_time");
--> statement-breakpoint
CREATE INDEX "sys_deputy_user" ON "sys_deputy" USING btree ("user_id","end_time");
--> statement-breakpoint
CREATE INDEX "sys_deputy_deputy" ON "sys_deputy" USING btree ("deputy_id","end_time");
--> statement-breakpoint
CREATE UNIQUE INDEX "sys_notice_key" ON "sys_notice" USING btree ("key");
--> statement-breakpoint
CREATE INDEX "sys_notice_record" ON "sys_notice" USING btree ("resource","record_id");
--> statement-breakpoint
CREATE INDEX "sys_notice_batch_open" ON "sys_notice_batch" USING btree ("channel","state","id");
--> statement-breakpoint
CREATE INDEX "sys_notice_batch_notice" ON "sys_notice_batch" USING btree ("notice_id");
