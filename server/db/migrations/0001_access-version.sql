-- Whatever changes rights raises one number, in the same transaction. Sessions remember rights under that number, so a
-- change bites on the next request, whoever made it.
CREATE FUNCTION "raise_access_version"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into sys_access_version as v (id, version) values (1, 1)
    on conflict (id) do update set version = v.version + 1;
  return null;
end $$
--> statement-breakpoint
CREATE TRIGGER "sys_user_access" AFTER UPDATE of status, del_flag, delete_time, rel_tenant_ids, username, realname OR DELETE OR TRUNCATE ON "sys_user" FOR EACH STATEMENT EXECUTE FUNCTION "raise_access_version"()
--> statement-breakpoint
CREATE TRIGGER "sys_tenant_access" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "sys_tenant" FOR EACH STATEMENT EXECUTE FUNCTION "raise_access_version"()
--> statement-breakpoint
CREATE TRIGGER "sys_role_access" AFTER UPDATE OR DELETE OR TRUNCATE ON "sys_role" FOR EACH STATEMENT EXECUTE FUNCTION "raise_access_version"()
--> statement-breakpoint
CREATE TRIGGER "sys_permission_access" AFTER UPDATE OR DELETE OR TRUNCATE ON "sys_permission" FOR EACH STATEMENT EXECUTE FUNCTION "raise_access_version"()
--> statement-breakpoint
CREATE TRIGGER "sys_depart_access" AFTER UPDATE OR DELETE OR TRUNCATE ON "sys_depart" FOR EACH STATEMENT EXECUTE FUNCTION "raise_access_version"()
--> statement-breakpoint
CREATE TRIGGER "sys_depart_role_access" AFTER UPDATE OR DELETE OR TRUNCATE ON "sys_depart_role" FOR EACH STATEMENT EXECUTE FUNCTION "raise_access_version"()
--> statement-breakpoint
CREATE TRIGGER "sys_permission_data_rule_access" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "sys_permission_data_rule" FOR EACH STATEMENT EXECUTE FUNCTION "raise_access_version"()
--> statement-breakpoint
CREATE TRIGGER "sys_user_role_access" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "sys_user_role" FOR EACH STATEMENT EXECUTE FUNCTION "raise_access_version"()
--> statement-breakpoint
CREATE TRIGGER "sys_user_depart_access" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "sys_user_depart" FOR EACH STATEMENT EXECUTE FUNCTION "raise_access_version"()
--> statement-breakpoint
CREATE TRIGGER "sys_role_permission_access" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "sys_role_permission" FOR EACH STATEMENT EXECUTE FUNCTION "raise_access_version"()
--> statement-breakpoint
CREATE TRIGGER "sys_depart_role_user_access" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "sys_depart_role_user" FOR EACH STATEMENT EXECUTE FUNCTION "raise_access_version"()
--> statement-breakpoint
CREATE TRIGGER "sys_depart_role_permission_access" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "sys_depart_role_permission" FOR EACH STATEMENT EXECUTE FUNCTION "raise_access_version"()
