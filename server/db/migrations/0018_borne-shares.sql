ALTER TABLE "rental_order_message" ADD COLUMN "borne_amount" bigint;
--> statement-breakpoint
ALTER TABLE "rental_order_message" ADD CONSTRAINT "rental_order_message_borne_amount_not_negative" CHECK ("rental_order_message"."borne_amount" >= 0);
