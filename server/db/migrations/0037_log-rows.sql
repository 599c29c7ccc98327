-- What belonged to nobody stood where nobody reads it; the operator's tenant looks after it. Those who came in stood by their id.
UPDATE "sys_log" SET "tenant_id" = 1 WHERE "tenant_id" = 0;
--> statement-breakpoint
UPDATE "sys_log" AS l SET "person_id" = u."id", "userid" = u."username", "username" = u."realname" FROM "sys_user" AS u WHERE l."userid" = u."id";
