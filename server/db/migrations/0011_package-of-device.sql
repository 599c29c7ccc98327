ALTER TABLE "rental_order_message" ADD COLUMN "user_card_id" text;
--> statement-breakpoint
ALTER TABLE "rental_order_message" ADD COLUMN "cancel_reason_id" text;
--> statement-breakpoint
ALTER TABLE "rental_service_provider_config" ADD COLUMN "package_group_id" text;
--> statement-breakpoint
ALTER TABLE "rental_device" ADD COLUMN "package_group_id" text;
