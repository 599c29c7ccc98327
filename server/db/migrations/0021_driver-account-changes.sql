ALTER TABLE "rental_account_change" ADD COLUMN "driver_id" text;
--> statement-breakpoint
CREATE INDEX "rental_account_change_driver_id" ON "rental_account_change" USING btree ("tenant_id","driver_id","id") WHERE delete_time is null;
