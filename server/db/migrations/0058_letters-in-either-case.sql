-- People find "Anna" by "anna": the pairs are those of small letters, as `ilike` compares.
CREATE OR REPLACE FUNCTION pairs_of(t text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1 AS $$
  SELECT array(SELECT substr(lower(t), i, 2) FROM generate_series(1, greatest(length(lower(t)) - 1, 1)) AS i)
$$;
--> statement-breakpoint
REINDEX INDEX "rental_user_message_nick_name_pairs";
