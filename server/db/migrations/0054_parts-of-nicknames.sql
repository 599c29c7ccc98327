-- Each two characters that stand together; of a single one, that one. Its price is said to be low, because it is asked of
-- what `like` has found already: where a pair is in every tenth row a look at all rows is quicker, and is to be chosen.
CREATE FUNCTION pairs_of(t text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1 AS $$
  SELECT array(SELECT substr(t, i, 2) FROM generate_series(1, greatest(length(t) - 1, 1)) AS i)
$$;
--> statement-breakpoint
CREATE INDEX "rental_user_message_nick_name_pairs" ON "rental_user_message" USING gin (pairs_of("nick_name"));
