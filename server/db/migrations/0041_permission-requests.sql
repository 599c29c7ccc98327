CREATE TABLE "sys_permission_request" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"request_no" text,
	"wanted" text,
	"code" text,
	"asker_id" text,
	"asker_roles" text,
	"note" text,
	"status" text,
	"due_time" timestamp(3) with time zone
);

--> statement-breakpoint
CREATE TABLE "sys_permission_request_audit_trail" (
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
CREATE UNIQUE INDEX "sys_permission_request_request_no_key" ON "sys_permission_request" USING btree ("tenant_id","request_no") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_permission_request_create_time" ON "sys_permission_request" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_permission_request_sys_org_code" ON "sys_permission_request" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_permission_request_request_no" ON "sys_permission_request" USING btree ("tenant_id","request_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_permission_request_status" ON "sys_permission_request" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_permission_request_asker_id" ON "sys_permission_request" USING btree ("tenant_id","asker_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_permission_request_wanted" ON "sys_permission_request" USING btree ("tenant_id","wanted","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_permission_request_audit_trail_main_id" ON "sys_permission_request_audit_trail" USING btree ("main_id");
--> statement-breakpoint
CREATE INDEX "sys_permission_request_audit_trail_person_id" ON "sys_permission_request_audit_trail" USING btree ("person_id");
--> statement-breakpoint
CREATE INDEX "sys_permission_request_audit_trail_principal_id" ON "sys_permission_request_audit_trail" USING btree ("principal_id");
