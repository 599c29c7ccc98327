CREATE TABLE "sys_figure_hour" (
	"figure" text NOT NULL,
	"by" text NOT NULL,
	"whole" boolean NOT NULL,
	"tenant_id" integer NOT NULL,
	"hour" timestamp(3) with time zone NOT NULL,
	"org_code" text NOT NULL,
	"value" text NOT NULL,
	"count" bigint NOT NULL,
	"sum" bigint NOT NULL,
	CONSTRAINT "sys_figure_hour_figure_by_whole_tenant_id_hour_org_code_value_pk" PRIMARY KEY("figure","by","whole","tenant_id","hour","org_code","value")
);
--> statement-breakpoint
CREATE TABLE "sys_figure_known" (
	"figure" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sys_figure_stale" (
	"resource" text NOT NULL,
	"at" text NOT NULL,
	"tenant_id" integer NOT NULL,
	"hour" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "rental_order_message" ADD COLUMN "area_code" text;
--> statement-breakpoint
CREATE INDEX "sys_figure_stale_hours" ON "sys_figure_stale" USING btree ("resource","at","tenant_id","hour");
--> statement-breakpoint
CREATE INDEX "sys_figure_stale_hour" ON "sys_figure_stale" USING btree ("hour");
