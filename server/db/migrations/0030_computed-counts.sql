ALTER TABLE "rental_service_provider" DROP COLUMN "device_count";
--> statement-breakpoint
ALTER TABLE "rental_service_provider" DROP COLUMN "active_count";
