CREATE INDEX "rental_user_withdrawal_audit_trail_person_id" ON "rental_user_withdrawal_audit_trail" USING btree ("person_id");
--> statement-breakpoint
CREATE INDEX "rental_user_withdrawal_audit_trail_principal_id" ON "rental_user_withdrawal_audit_trail" USING btree ("principal_id");
--> statement-breakpoint
CREATE INDEX "rental_agent_apply_audit_trail_person_id" ON "rental_agent_apply_audit_trail" USING btree ("person_id");
--> statement-breakpoint
CREATE INDEX "rental_agent_apply_audit_trail_principal_id" ON "rental_agent_apply_audit_trail" USING btree ("principal_id");
--> statement-breakpoint
CREATE INDEX "sys_notice_batch_people" ON "sys_notice_batch" USING gin ("user_ids") WHERE state in ('waiting', 'sending');
