CREATE TABLE "sys_viewing" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer NOT NULL,
	"user_id" text NOT NULL,
	"viewer_id" text NOT NULL,
	"viewer" text NOT NULL,
	"ip" text,
	"begin_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"end_time" timestamp(3) with time zone NOT NULL
);

--> statement-breakpoint
ALTER TABLE "sys_session" ADD COLUMN "viewer_id" text;
--> statement-breakpoint
ALTER TABLE "sys_session" ADD COLUMN "viewer_session_id" text;
--> statement-breakpoint
CREATE INDEX "sys_viewing_user" ON "sys_viewing" USING btree ("user_id","begin_time");
--> statement-breakpoint
CREATE INDEX "sys_session_viewer" ON "sys_session" USING btree ("viewer_session_id") WHERE viewer_session_id is not null;
