-- Who came in, as `visits` (server/system/logs.ts) counts them: from the index alone.
CREATE INDEX "sys_log_visits" ON "sys_log" USING btree ("tenant_id","create_time","ip")
  WHERE delete_time is null and log_type = 1 and log_content like '%,登录成功！';
