ALTER TABLE "sys_user_role" ADD COLUMN "tenant_id" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "sys_user_role" ALTER COLUMN "tenant_id" DROP DEFAULT;
--> statement-breakpoint
ALTER TABLE "sys_user_role" DROP CONSTRAINT "sys_user_role_user_id_role_id_pk";
--> statement-breakpoint
ALTER TABLE "sys_user_role" ADD CONSTRAINT "sys_user_role_user_id_role_id_tenant_id_pk" PRIMARY KEY("user_id","role_id","tenant_id");
--> statement-breakpoint
ALTER TABLE "sys_deputy" ADD COLUMN "tenant_id" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "sys_deputy" ALTER COLUMN "tenant_id" DROP DEFAULT;
--> statement-breakpoint
-- Everybody keeps what they had: in each of their tenants.
INSERT INTO "sys_user_role" ("user_id", "role_id", "tenant_id")
SELECT g."user_id", g."role_id", t.id::integer
FROM "sys_user_role" g
JOIN "sys_user" u ON u."id" = g."user_id"
JOIN "sys_role" r ON r."id" = g."role_id" AND r."role_code" <> 'admin'
CROSS JOIN LATERAL unnest(string_to_array(replace(u."rel_tenant_ids", ' ', ''), ',')) AS t(id)
WHERE g."tenant_id" = 0 AND t.id ~ '^[1-9][0-9]{0,8}$'
ON CONFLICT DO NOTHING;
--> statement-breakpoint
DELETE FROM "sys_user_role" g
WHERE g."tenant_id" = 0 AND EXISTS (
  SELECT FROM "sys_user_role" s WHERE s."user_id" = g."user_id" AND s."role_id" = g."role_id" AND s."tenant_id" <> 0
);
--> statement-breakpoint
INSERT INTO "sys_deputy" ("id", "user_id", "deputy_id", "begin_time", "end_time", "reason", "create_time", "tenant_id")
SELECT md5(d."id" || ' ' || t.id), d."user_id", d."deputy_id", d."begin_time", d."end_time", d."reason", d."create_time", t.id::integer
FROM "sys_deputy" d
JOIN "sys_user" u ON u."id" = d."user_id"
JOIN "sys_user" s ON s."id" = d."deputy_id"
CROSS JOIN LATERAL unnest(string_to_array(replace(u."rel_tenant_ids", ' ', ''), ',')) AS t(id)
WHERE d."tenant_id" = 0 AND t.id ~ '^[1-9][0-9]{0,8}$'
  AND t.id = ANY (string_to_array(replace(s."rel_tenant_ids", ' ', ''), ','))
ON CONFLICT DO NOTHING;
--> statement-breakpoint
DELETE FROM "sys_deputy" WHERE "tenant_id" = 0;
