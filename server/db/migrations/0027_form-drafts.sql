CREATE TABLE "sys_form_draft" (
	"user_id" text NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"resource" text NOT NULL,
	"record_id" text DEFAULT '' NOT NULL,
	"values" jsonb NOT NULL,
	"record_version" integer,
	"device" text NOT NULL,
	"host" text NOT NULL,
	"update_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sys_form_draft_user_id_tenant_id_resource_record_id_pk" PRIMARY KEY("user_id","tenant_id","resource","record_id")
);

--> statement-breakpoint
CREATE INDEX "sys_form_draft_time" ON "sys_form_draft" USING btree ("update_time");
