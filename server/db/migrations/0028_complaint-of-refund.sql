CREATE INDEX "rental_order_message_refund_for" ON "rental_order_message" USING btree ("tenant_id","refund_for","id") WHERE delete_time is null;
