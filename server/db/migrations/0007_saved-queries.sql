CREATE TABLE "sys_saved_query" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"resource" text NOT NULL,
	"user_id" text NOT NULL,
	"title" text NOT NULL,
	"match_type" text NOT NULL,
	"records" jsonb NOT NULL,
	"role_codes" text[] NOT NULL,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"update_time" timestamp(3) with time zone
);

--> statement-breakpoint
CREATE UNIQUE INDEX "sys_saved_query_title" ON "sys_saved_query" USING btree ("tenant_id","resource","user_id","title");
--> statement-breakpoint
CREATE INDEX "sys_saved_query_roles" ON "sys_saved_query" USING gin ("role_codes");
