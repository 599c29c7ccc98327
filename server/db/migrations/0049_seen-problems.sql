CREATE TABLE "sys_seen_problem" (
	"tenant_id" integer NOT NULL,
	"key" text NOT NULL,
	"since" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "sys_seen_problem_tenant_id_key_pk" PRIMARY KEY("tenant_id","key")
);

