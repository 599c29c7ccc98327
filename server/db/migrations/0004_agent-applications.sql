ALTER TABLE "sys_notify_delivery" ADD COLUMN "read_time" timestamp(3) with time zone;
