CREATE TABLE "sys_followed_record" (
	"user_id" text NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"resource" text NOT NULL,
	"record_id" text NOT NULL,
	"seen_version" integer NOT NULL,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sys_followed_record_user_id_tenant_id_resource_record_id_pk" PRIMARY KEY("user_id","tenant_id","resource","record_id")
);

--> statement-breakpoint
CREATE TABLE "sys_shortcut" (
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"user_id" text NOT NULL,
	"paths" jsonb NOT NULL,
	"update_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sys_shortcut_user_id_tenant_id_pk" PRIMARY KEY("user_id","tenant_id")
);

--> statement-breakpoint
ALTER TABLE "sys_notice" ADD COLUMN "until_time" timestamp(3) with time zone;
--> statement-breakpoint
CREATE INDEX "sys_followed_record_of" ON "sys_followed_record" USING btree ("resource","record_id");
