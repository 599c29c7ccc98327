CREATE TABLE "sys_backup" (
	"id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"node" text NOT NULL,
	"begin_time" timestamp(3) with time zone NOT NULL,
	"end_time" timestamp(3) with time zone,
	"file" text,
	"tables" integer,
	"rows" bigint,
	"uploads" integer,
	"upload_bytes" bigint,
	"message" text
);

