CREATE TABLE "sys_notify_quiet" (
	"user_id" text PRIMARY KEY NOT NULL,
	"begin_time" text,
	"end_time" text,
	"update_time" timestamp(3) with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
ALTER TABLE "sys_notice" ADD COLUMN "urgent" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "sys_notice_batch" ADD COLUMN "urgent" boolean DEFAULT false NOT NULL;
