ALTER TABLE "rental_complaint" ADD COLUMN "asked_refund" bigint;
--> statement-breakpoint
ALTER TABLE "rental_complaint" ADD COLUMN "asked_compensation" bigint;
--> statement-breakpoint
ALTER TABLE "rental_complaint" ADD CONSTRAINT "rental_complaint_asked_refund_not_negative" CHECK ("rental_complaint"."asked_refund" >= 0);
--> statement-breakpoint
ALTER TABLE "rental_complaint" ADD CONSTRAINT "rental_complaint_asked_compensation_not_negative" CHECK ("rental_complaint"."asked_compensation" >= 0);
--> statement-breakpoint
-- What waits for a yes, or got a no, was never paid: it is what was asked for.
UPDATE "rental_complaint" SET "asked_refund" = "refund_amount", "asked_compensation" = "compensation", "refund_amount" = null, "compensation" = null WHERE "status" in ('1', '2');
--> statement-breakpoint
UPDATE "rental_complaint" SET "asked_refund" = "refund_amount", "asked_compensation" = "compensation" WHERE "status" in ('3', '4');
--> statement-breakpoint
-- Opening a complaint again used to clear what it had compensated; the ledger still knows.
UPDATE "rental_complaint" c SET "compensation" = l."paid" FROM (SELECT "tenant_id", "biz_no", sum("amount") AS "paid" FROM "rental_amount_detail" WHERE "amount_type" = '109' AND "biz_type" = 'complaint' GROUP BY 1, 2) l WHERE l."tenant_id" = c."tenant_id" AND l."biz_no" = c."complaint_no" AND c."compensation" IS DISTINCT FROM l."paid";
