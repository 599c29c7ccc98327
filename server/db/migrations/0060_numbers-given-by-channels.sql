CREATE INDEX "rental_order_message_out_trade_no" ON "rental_order_message" USING btree ("tenant_id","out_trade_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_deposit_out_trade_no" ON "rental_order_deposit" USING btree ("tenant_id","out_trade_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_card_out_trade_no" ON "rental_user_card" USING btree ("tenant_id","out_trade_no","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_recharge_out_trade_no" ON "rental_user_recharge" USING btree ("tenant_id","out_trade_no","id") WHERE delete_time is null;
