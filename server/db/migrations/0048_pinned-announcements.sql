ALTER TABLE "sys_announcement" ADD COLUMN "msg_classify" text;
--> statement-breakpoint
ALTER TABLE "sys_announcement" ADD COLUMN "iz_top" integer;
--> statement-breakpoint
ALTER TABLE "sys_announcement" ADD COLUMN "visits_num" integer;
--> statement-breakpoint
CREATE INDEX "sys_announcement_msg_classify" ON "sys_announcement" USING btree ("tenant_id","msg_classify","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "sys_announcement_iz_top" ON "sys_announcement" USING btree ("tenant_id","iz_top","id") WHERE delete_time is null;
--> statement-breakpoint
UPDATE "sys_announcement" SET "iz_top" = 0, "visits_num" = 0;
