-- Who had left a department kept its roles, without effect until they came back to it.
DELETE FROM "sys_depart_role_user" AS u USING "sys_depart_role" AS r WHERE r."id" = u."drole_id"
  AND NOT EXISTS (SELECT FROM "sys_user_depart" AS d WHERE d."user_id" = u."user_id" AND d."dep_id" = r."depart_id");
