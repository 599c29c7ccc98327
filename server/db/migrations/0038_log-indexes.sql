CREATE INDEX "sys_log_create_time" ON "sys_log" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_log_sys_org_code" ON "sys_log" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_log_log_content" ON "sys_log" USING btree ("tenant_id","log_content","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_log_person_id" ON "sys_log" USING btree ("tenant_id","person_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_log_log_type" ON "sys_log" USING btree ("tenant_id","log_type","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_log_operate_type" ON "sys_log" USING btree ("tenant_id","operate_type","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_log_ip" ON "sys_log" USING btree ("tenant_id","ip","id") WHERE delete_time is null;
