CREATE TABLE "sys_tenant_pack" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"pack_name" text,
	"status" text,
	"remark" text
);

--> statement-breakpoint
CREATE TABLE "sys_tenant_pack_permission" (
	"pack_id" text NOT NULL,
	"permission_id" text NOT NULL,
	CONSTRAINT "sys_tenant_pack_permission_pack_id_permission_id_pk" PRIMARY KEY("pack_id","permission_id")
);

--> statement-breakpoint
ALTER TABLE "sys_tenant" ADD COLUMN "pack_ids" text;
--> statement-breakpoint
CREATE UNIQUE INDEX "sys_tenant_pack_pack_name_key" ON "sys_tenant_pack" USING btree ("tenant_id","pack_name") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_tenant_pack_create_time" ON "sys_tenant_pack" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_tenant_pack_sys_org_code" ON "sys_tenant_pack" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_tenant_pack_pack_name" ON "sys_tenant_pack" USING btree ("tenant_id","pack_name","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_tenant_pack_status" ON "sys_tenant_pack" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_tenant_pack_permission_permission_id" ON "sys_tenant_pack_permission" USING btree ("permission_id");
