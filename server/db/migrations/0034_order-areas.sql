-- What stood in a place before orders said so themselves was of the provider's place.
UPDATE "rental_order_message" AS o SET "area_code" = p."area_code" FROM "rental_service_provider" AS p WHERE p."id" = o."provider_id" AND o."area_code" IS NULL;
