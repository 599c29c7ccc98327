ALTER TABLE "online_form_fields" ADD COLUMN "check_rule" text;
