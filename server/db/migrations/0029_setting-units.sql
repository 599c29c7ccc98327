ALTER TABLE "rental_app_config" ADD COLUMN "unit" text;
--> statement-breakpoint
ALTER TABLE "rental_config_change" ADD COLUMN "unit" text;
--> statement-breakpoint
-- So far the unit began the remark: 元；每笔.
UPDATE "rental_app_config" SET "unit" = substring("remark" from '^(元|分钟|小时|天|%)'), "remark" = nullif(regexp_replace("remark", '^(元|分钟|小时|天|%)；?', ''), '') WHERE "value_type" = '2' AND "remark" ~ '^(元|分钟|小时|天|%)(；|$)';
--> statement-breakpoint
UPDATE "rental_app_config" SET "unit" = CASE "config_key" WHEN 'billing.freeMinutes' THEN '分钟' ELSE '次' END WHERE "config_key" IN ('billing.freeMinutes', 'withdraw.dayTimes') AND "value_type" = '2';
--> statement-breakpoint
UPDATE "rental_config_change" SET "unit" = (SELECT a."unit" FROM "rental_app_config" a WHERE a."id" = "rental_config_change"."config_id");
