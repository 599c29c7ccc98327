ALTER TABLE "sys_sms_template" ADD COLUMN "template_category" text;
--> statement-breakpoint
CREATE INDEX "sys_sms_template_template_category" ON "sys_sms_template" USING btree ("tenant_id","template_category","id") WHERE delete_time is null;
