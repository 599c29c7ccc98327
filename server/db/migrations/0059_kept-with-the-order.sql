ALTER TABLE "rental_order_message" ADD COLUMN "driver_id" text;
--> statement-breakpoint
ALTER TABLE "rental_user_card" ADD COLUMN "refund_ask_time" timestamp(3) with time zone;
--> statement-breakpoint
ALTER TABLE "rental_user_card" ADD COLUMN "refund_wait" integer;
--> statement-breakpoint
CREATE INDEX "rental_order_message_driver_id" ON "rental_order_message" USING btree ("tenant_id","driver_id","id") WHERE delete_time is null;
--> statement-breakpoint
-- The app writes an order as a device is borrowed: whose car that was is known then, and not when the order is over.
CREATE FUNCTION keep_borrowing_driver() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT d.id INTO new.driver_id
  FROM rental_driver_car c JOIN rental_driver_message d ON d.id = c.driver_id
  WHERE c.tenant_id = new.tenant_id AND c.status = '1' AND c.delete_time IS NULL
    AND d.status = '1' AND d.delete_time IS NULL
    AND new.borrow_cabinet_id = ANY (string_to_array(c.device_ids, ','))
  LIMIT 1;
  RETURN new;
END $$;
--> statement-breakpoint
-- Of what is over already, as a restored backup brings it, nobody knows it any more.
CREATE TRIGGER rental_order_message_keeps_driver BEFORE INSERT OR UPDATE OF borrow_cabinet_id ON "rental_order_message"
  FOR EACH ROW WHEN (new.driver_id IS NULL AND new.status IN ('1', '2')) EXECUTE FUNCTION keep_borrowing_driver();
--> statement-breakpoint
-- Orders under way, and those still owed for: the car they would have been shared with. Those that are over: who got the share.
UPDATE "rental_order_message" o SET driver_id = x.driver_id
  FROM (
    SELECT c.tenant_id, d.id AS driver_id, unnest(string_to_array(c.device_ids, ',')) AS cabinet_id
    FROM rental_driver_car c JOIN rental_driver_message d ON d.id = c.driver_id
    WHERE c.status = '1' AND c.delete_time IS NULL AND d.status = '1' AND d.delete_time IS NULL
  ) x
  WHERE x.tenant_id = o.tenant_id AND x.cabinet_id = o.borrow_cabinet_id
    AND (o.status IN ('1', '2', '3', '6') OR o.status IN ('4', '9') AND coalesce(o.pay_amount, 0) = 0);
--> statement-breakpoint
UPDATE "rental_order_message" o SET driver_id = l.owner_id FROM "rental_amount_detail" l
  WHERE l.tenant_id = o.tenant_id AND l.biz_no = o.order_no AND l.biz_type = 'order' AND l.owner_type = '3' AND l.amount_type = '201';
--> statement-breakpoint
-- Cards that wait for their refund were frozen when it was asked for.
UPDATE "rental_user_card" c SET refund_ask_time = (
    SELECT max(t.time) FROM "rental_user_card_audit_trail" t WHERE t.main_id = c.id AND t.step = '申请')
  WHERE c.refund_status IN ('1', '2', '3') AND c.status = '6';
--> statement-breakpoint
-- Of a deposit that nobody paid nothing goes back, and a refused request wants nothing back any more.
UPDATE "rental_order_deposit" SET refund_amount = 0 WHERE deposit_type <> '1' AND refund_amount > 0;
--> statement-breakpoint
UPDATE "rental_order_deposit" SET owe_amount = 0 WHERE deposit_type = '4' AND status IN ('3', '4', '6', '8') AND owe_amount > 0;
--> statement-breakpoint
UPDATE "rental_order_deposit" SET refund_amount = NULL, owe_amount = 0 WHERE status IN ('1', '2') AND refund_amount IS NOT NULL;
