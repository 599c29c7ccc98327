CREATE INDEX "rental_order_message_area_code" ON "rental_order_message" USING btree ("tenant_id","area_code","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_message_end_time" ON "rental_order_message" USING btree ("tenant_id","end_time","id") WHERE delete_time is null;
