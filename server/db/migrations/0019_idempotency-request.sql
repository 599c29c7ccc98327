ALTER TABLE "sys_idempotency" ADD COLUMN "request_hash" text;
