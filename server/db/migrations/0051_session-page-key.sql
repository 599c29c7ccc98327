ALTER TABLE "sys_session" ADD COLUMN "page_key_hash" text;
--> statement-breakpoint
CREATE UNIQUE INDEX "sys_session_page" ON "sys_session" USING btree ("page_key_hash");
