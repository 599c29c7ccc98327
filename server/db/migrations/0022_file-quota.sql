CREATE TABLE "sys_file_bytes" (
	"holder" text NOT NULL,
	"name" text NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "sys_file_bytes_holder_name_pk" PRIMARY KEY("holder","name")
);

--> statement-breakpoint
CREATE TABLE "sys_file_use" (
	"row_id" text NOT NULL,
	"table_name" text NOT NULL,
	"file_key" text NOT NULL,
	"main_id" text,
	CONSTRAINT "sys_file_use_row_id_table_name_file_key_pk" PRIMARY KEY("row_id","table_name","file_key")
);

--> statement-breakpoint
ALTER TABLE "sys_file" ADD COLUMN "file_key" text GENERATED ALWAYS AS (substring(path from '.*([0-9a-f]{32})')) STORED;
--> statement-breakpoint
ALTER TABLE "sys_file" ADD COLUMN "loose_time" timestamp(3) with time zone DEFAULT now();
--> statement-breakpoint
ALTER TABLE "sys_file" ADD COLUMN "going_time" timestamp(3) with time zone;
--> statement-breakpoint
CREATE INDEX "sys_file_use_key" ON "sys_file_use" USING btree ("file_key");
--> statement-breakpoint
CREATE INDEX "sys_file_use_main" ON "sys_file_use" USING btree ("main_id");
--> statement-breakpoint
CREATE INDEX "sys_file_key" ON "sys_file" USING btree ("file_key");
--> statement-breakpoint
CREATE INDEX "sys_file_loose" ON "sys_file" USING btree ("loose_time");
--> statement-breakpoint
-- One timed work clears what these two cleared, and more.
DELETE FROM "sys_quartz_job" WHERE "job_class_name" IN ('clean-import-files', 'clean-tasks');
--> statement-breakpoint
DELETE FROM "sys_dict_item" WHERE "item_value" IN ('clean-import-files', 'clean-tasks')
	AND "dict_id" IN (SELECT "id" FROM "sys_dict" WHERE "dict_code" = 'quartz_job_class');
