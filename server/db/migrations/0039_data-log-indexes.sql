CREATE INDEX "sys_data_log_time" ON "sys_data_log" USING btree ("tenant_id","create_time","id");
--> statement-breakpoint
CREATE INDEX "sys_data_log_table" ON "sys_data_log" USING btree ("tenant_id","data_table","create_time","id");
--> statement-breakpoint
CREATE INDEX "sys_data_log_person" ON "sys_data_log" USING btree ("tenant_id","create_by","create_time","id");
