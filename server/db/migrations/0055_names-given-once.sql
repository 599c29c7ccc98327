CREATE TABLE "sys_username" (
	"username" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL
);

--> statement-breakpoint
CREATE INDEX "sys_username_capitals" ON "sys_username" USING btree (lower(username));
--> statement-breakpoint
-- Of several who had a name one after the other, whoever has it now, else whoever had it last.
INSERT INTO "sys_username" SELECT DISTINCT ON (username) username, id FROM "sys_user"
  WHERE username IS NOT NULL ORDER BY username, delete_time IS NOT NULL, delete_time DESC;
--> statement-breakpoint
-- Who is gone for good is known from what was written down then.
INSERT INTO "sys_username" SELECT DISTINCT ON (1) data_before->>'username', data_id FROM "sys_data_log"
  WHERE data_table = 'sys_user' AND operation = '彻底删除' AND data_before->>'username' IS NOT NULL
  ORDER BY 1, create_time DESC ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- As from now on: the name of an account that nobody came in with is free.
DELETE FROM "sys_username" AS n USING "sys_user" AS u WHERE u.id = n.user_id AND u.delete_time IS NOT NULL
  AND u.create_time > now() - interval '30 days'
  AND NOT EXISTS (SELECT FROM "sys_session" WHERE user_id = u.id)
  AND NOT EXISTS (SELECT FROM "sys_third_account" WHERE sys_user_id = u.id);
--> statement-breakpoint
-- Programs write under these.
INSERT INTO "sys_username" VALUES ('system', ''), ('miniapp', '') ON CONFLICT DO NOTHING;
--> statement-breakpoint
CREATE FUNCTION keep_username() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- What becomes of the name was decided when the account was deleted.
    IF old.delete_time IS NULL AND old.username IS NOT NULL THEN
      INSERT INTO sys_username VALUES (old.username, old.id) ON CONFLICT DO NOTHING;
    END IF;
  ELSIF new.username IS NULL THEN
    NULL;
  ELSIF new.delete_time IS NULL THEN
    INSERT INTO sys_username VALUES (new.username, new.id) ON CONFLICT DO NOTHING;
    IF NOT EXISTS (SELECT FROM sys_username WHERE username = new.username AND user_id = new.id) THEN
      RAISE EXCEPTION USING errcode = 'VD003', message =
        '用户名“' || new.username || '”曾属于其他账号，不能再次使用，请换一个';
    END IF;
  -- Nobody came in with it: an import that was taken back, a mistyped name. Sessions are kept for thirty days after their end.
  ELSIF TG_OP = 'UPDATE' AND new.create_time > now() - interval '30 days'
      AND NOT EXISTS (SELECT FROM sys_session WHERE user_id = new.id)
      AND NOT EXISTS (SELECT FROM sys_third_account WHERE sys_user_id = new.id) THEN
    DELETE FROM sys_username WHERE username = new.username AND user_id = new.id;
  ELSE
    INSERT INTO sys_username VALUES (new.username, new.id) ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sys_user_keeps_name AFTER INSERT OR DELETE OR UPDATE OF username, delete_time ON "sys_user"
  FOR EACH ROW EXECUTE FUNCTION keep_username();
