CREATE TABLE "sys_list_density" (
	"tenant_id" integer DEFAULT 0 NOT NULL,
	"user_id" text NOT NULL,
	"density" text NOT NULL,
	"update_time" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sys_list_density_user_id_tenant_id_pk" PRIMARY KEY("user_id","tenant_id")
);

