CREATE TABLE "sys_put_out" (
	"user_id" text PRIMARY KEY NOT NULL,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
ALTER TABLE "sys_chat_sign_in" ADD COLUMN "visible" boolean DEFAULT false NOT NULL;
