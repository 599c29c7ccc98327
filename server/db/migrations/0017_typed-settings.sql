CREATE TABLE "rental_account_change" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"sys_org_code" text,
	"create_by" text,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_by" text,
	"update_time" timestamp(3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"delete_time" timestamp(3) with time zone,
	"change_no" text,
	"provider_id" text,
	"before_type" text,
	"before_bank" text,
	"before_no" text,
	"before_name" text,
	"account_type" text,
	"bank_name" text,
	"bank_no" text,
	"account_name" text,
	"change_reason" text,
	"effect_time" timestamp(3) with time zone,
	"status" text,
	"due_time" timestamp(3) with time zone
);

--> statement-breakpoint
CREATE TABLE "rental_account_change_audit_trail" (
	"id" text PRIMARY KEY NOT NULL,
	"main_id" text NOT NULL,
	"order_num" integer NOT NULL,
	"step" text,
	"person" text,
	"person_id" text,
	"principal_id" text,
	"host" text,
	"result" text,
	"reason" text,
	"time" timestamp(3) with time zone
);

--> statement-breakpoint
ALTER TABLE "rental_config_change" ADD COLUMN "value_type" text;
--> statement-breakpoint
CREATE UNIQUE INDEX "rental_account_change_change_no_key" ON "rental_account_change" USING btree ("tenant_id","change_no") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_account_change_create_time" ON "rental_account_change" USING btree ("tenant_id","create_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_account_change_sys_org_code" ON "rental_account_change" USING btree ("tenant_id","sys_org_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_account_change_change_no" ON "rental_account_change" USING btree ("tenant_id","change_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_account_change_status" ON "rental_account_change" USING btree ("tenant_id","status","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_account_change_provider_id" ON "rental_account_change" USING btree ("tenant_id","provider_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_account_change_effect_time" ON "rental_account_change" USING btree ("tenant_id","effect_time","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_account_change_audit_trail_main_id" ON "rental_account_change_audit_trail" USING btree ("main_id");
--> statement-breakpoint
CREATE INDEX "rental_account_change_audit_trail_person_id" ON "rental_account_change_audit_trail" USING btree ("person_id");
--> statement-breakpoint
CREATE INDEX "rental_account_change_audit_trail_principal_id" ON "rental_account_change_audit_trail" USING btree ("principal_id");
--> statement-breakpoint
UPDATE "rental_config_change" SET "value_type" = coalesce((SELECT a."value_type" FROM "rental_app_config" a WHERE a."id" = "rental_config_change"."config_id"), '1');
--> statement-breakpoint
-- Tags stand with ; between; words of other lengths than two stay the words they were.
UPDATE "rental_trend" SET "tags" = nullif(trim(both ';' from regexp_replace("tags", '[,，;\s]+', ';', 'g')), '') WHERE "tags" IS NOT NULL;
--> statement-breakpoint
-- News becomes Markdown. Headings, lists, emphasis, links and pictures stay what they are; of tables and colours the words stay.
DO $$
DECLARE
  steps text[][] := ARRAY[
    ['\s+', ' '],
    ['([\\*_`])', '\\\1'],
    ['<h([1-6])[^>]*>\s*', E'\n\n<h\\1>'],
    ['<h1>', '# '], ['<h2>', '## '], ['<h3>', '### '], ['<h4>', '#### '], ['<h5>', '##### '], ['<h6>', '###### '],
    ['</?(strong|b)( [^>]*)?>', '**'],
    ['</?(em|i)( [^>]*)?>', '*'],
    ['</?(s|del)( [^>]*)?>', '~~'],
    ['<img[^>]* src="([^"]*)"[^>]* alt="([^"]*)"[^>]*>', '![\2](\1)'],
    ['<img[^>]* alt="([^"]*)"[^>]* src="([^"]*)"[^>]*>', '![\1](\2)'],
    ['<img[^>]* src="([^"]*)"[^>]*>', '![](\1)'],
    ['<a [^>]*href="([^"]*)"[^>]*>([^<]*)</a>', '[\2](\1)'],
    ['<li[^>]*>\s*(<p[^>]*>)?', E'\n- '],
    ['</p>\s*</li>', ''],
    ['</li>', ''],
    ['<blockquote[^>]*>\s*(<p[^>]*>)?', E'\n\n> '],
    ['<hr[^>]*>', E'\n\n---\n\n'],
    ['<br[^>]*>', E'\n'],
    ['</t[dh]>\s*<t[dh][^>]*>', ' | '],
    ['</tr>', E'\n'],
    ['</(p|div|ul|ol|table|blockquote|pre|h[1-6])>', E'\n\n'],
    ['</?[a-z][^>]*>', ''],
    ['&nbsp;', ' '], ['&lt;', '<'], ['&gt;', '>'], ['&quot;', '"'], ['&#0?39;', ''''], ['&amp;', '&'],
    [' *\n *', E'\n'],
    ['\n{3,}', E'\n\n'],
    ['^\s+|\s+$', '']
  ];
  step text[];
  news record;
  words text;
BEGIN
  FOR news IN SELECT "id", "content" FROM "rental_trend" WHERE "content" ~ '^\s*<' LOOP
    words := news."content";
    FOREACH step SLICE 1 IN ARRAY steps LOOP
      words := regexp_replace(words, step[1], step[2], 'gi');
    END LOOP;
    UPDATE "rental_trend" SET "content" = words WHERE "id" = news."id";
  END LOOP;
END $$;
