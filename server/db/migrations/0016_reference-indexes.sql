CREATE INDEX "rental_order_message_device_id" ON "rental_order_message" USING btree ("tenant_id","device_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_message_borrow_cabinet_id" ON "rental_order_message" USING btree ("tenant_id","borrow_cabinet_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_message_return_cabinet_id" ON "rental_order_message" USING btree ("tenant_id","return_cabinet_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_message_user_card_id" ON "rental_order_message" USING btree ("tenant_id","user_card_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_message_cancel_reason_id" ON "rental_order_message" USING btree ("tenant_id","cancel_reason_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_message_settle_reason_id" ON "rental_order_message" USING btree ("tenant_id","settle_reason_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_deposit_order_id" ON "rental_order_deposit" USING btree ("tenant_id","order_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_order_deposit_provider_id" ON "rental_order_deposit" USING btree ("tenant_id","provider_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_withdrawal_owner_id" ON "rental_user_withdrawal" USING btree ("tenant_id","owner_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_amount_detail_owner_id" ON "rental_amount_detail" USING btree ("tenant_id","owner_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_amount_detail_reverse_of" ON "rental_amount_detail" USING btree ("tenant_id","reverse_of","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_ledger_adjustment_owner_id" ON "rental_ledger_adjustment" USING btree ("tenant_id","owner_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_ledger_adjustment_reverse_of" ON "rental_ledger_adjustment" USING btree ("tenant_id","reverse_of","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_config_change_config_id" ON "rental_config_change" USING btree ("tenant_id","config_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_agent_apply_referrer_id" ON "rental_agent_apply" USING btree ("tenant_id","referrer_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_agent_apply_parent_id" ON "rental_agent_apply" USING btree ("tenant_id","parent_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_agent_apply_provider_id" ON "rental_agent_apply" USING btree ("tenant_id","provider_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_service_provider_config_package_group_id" ON "rental_service_provider_config" USING btree ("tenant_id","package_group_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_complaint_device_id" ON "rental_complaint" USING btree ("tenant_id","device_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_card_product_id" ON "rental_user_card" USING btree ("tenant_id","product_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_user_recharge_user_card_id" ON "rental_user_recharge" USING btree ("tenant_id","user_card_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_box_draw_ref_id" ON "rental_box_draw" USING btree ("tenant_id","ref_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_box_draw_user_card_id" ON "rental_box_draw" USING btree ("tenant_id","user_card_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_trend_user_id" ON "rental_trend" USING btree ("tenant_id","user_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_package_group_id" ON "rental_device" USING btree ("tenant_id","package_group_id","id") WHERE delete_time is null;
--> statement-breakpoint
CREATE INDEX "rental_device_number_device_id" ON "rental_device_number" USING btree ("tenant_id","device_id","id") WHERE delete_time is null;
