ALTER TABLE "rental_cancel_reason" DROP COLUMN "use_count";
