ALTER TABLE "rental_user_withdrawal_audit_trail" ADD COLUMN "principal_id" text;
