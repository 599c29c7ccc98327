CREATE TABLE "sys_task" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"user_id" text NOT NULL,
	"org_code" text,
	"ip" text DEFAULT '' NOT NULL,
	"host" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"resource" text,
	"title" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"step" text DEFAULT 'run' NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"input" jsonb NOT NULL,
	"checkpoint" jsonb,
	"counts" jsonb,
	"message" text,
	"file_path" text,
	"file_name" text,
	"fault_path" text,
	"fault_name" text,
	"cancelling" boolean DEFAULT false NOT NULL,
	"run" text,
	"claim_until" timestamp(3) with time zone,
	"create_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"start_time" timestamp(3) with time zone,
	"end_time" timestamp(3) with time zone,
	"undo_time" timestamp(3) with time zone
);

--> statement-breakpoint
ALTER TABLE "sys_data_log" ADD COLUMN "task_id" text;
--> statement-breakpoint
CREATE INDEX "sys_task_owner" ON "sys_task" USING btree ("user_id","tenant_id","create_time");
--> statement-breakpoint
CREATE INDEX "sys_task_open" ON "sys_task" USING btree ("id") WHERE state in ('queued', 'running');
--> statement-breakpoint
CREATE INDEX "sys_data_log_task" ON "sys_data_log" USING btree ("task_id","id") WHERE task_id is not null;
