ALTER TABLE "sys_tenant" ADD COLUMN "company_logo" text;
--> statement-breakpoint
ALTER TABLE "sys_tenant" ADD COLUMN "trade" text;
--> statement-breakpoint
ALTER TABLE "sys_tenant" ADD COLUMN "company_size" text;
--> statement-breakpoint
ALTER TABLE "sys_tenant" ADD COLUMN "company_address" text;
--> statement-breakpoint
ALTER TABLE "sys_tenant" ADD COLUMN "work_place" text;
--> statement-breakpoint
ALTER TABLE "sys_tenant" ADD COLUMN "position" text;
--> statement-breakpoint
ALTER TABLE "sys_tenant" ADD COLUMN "department" text;
