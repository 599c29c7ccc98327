/** What the SQL of a report may say. Whatever is not named here is refused: what PostgreSQL may learn later too. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Node types of the grammar. Statements other than a SELECT, locking, sampling and functions in FROM are not among them. */
export const allowedNodes = words(`
  SelectStmt ResTarget ColumnRef A_Star String Integer Float Boolean A_Const ParamRef
  A_Expr BoolExpr NullTest BooleanTest SubLink CaseExpr CaseWhen CoalesceExpr MinMaxExpr FuncCall TypeCast
  SQLValueFunction A_ArrayExpr List RangeVar RangeSubselect JoinExpr SortBy WindowDef CommonTableExpr GroupingSet`)

/** Parts of a SELECT that do something else than select. */
export const forbiddenParts: Readonly<Record<string, string>> = {
  intoClause: 'INTO',
  lockingClause: 'FOR UPDATE 等锁定子句',
}

/** Pure and bounded: no sleeping, no files, no settings, nothing whose answer is much longer than what it was given. */
export const allowedFunctions = words(`
  count sum avg min max bool_and bool_or every stddev stddev_pop stddev_samp variance var_pop var_samp
  corr percentile_cont percentile_disc mode grouping
  row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
  abs ceil ceiling floor round trunc mod sign sqrt power exp ln log div width_bucket
  lower upper initcap length char_length character_length btrim ltrim rtrim substr substring left right
  concat concat_ws split_part position strpos reverse starts_with translate
  to_char to_date to_timestamp to_number date_trunc date_part extract age timezone make_date make_interval
  justify_days justify_hours justify_interval
  now current_date clock_timestamp transaction_timestamp statement_timestamp
  array_length cardinality`)

export const allowedOperators = words('+ - * / % < > <= >= = <> != || ~~ !~~ ~~* !~~* ->  ->>')

/** Of `like` and its kin `similar to` is missing: its patterns are regular expressions. */
export const forbiddenKinds: Readonly<Record<string, string>> = { AEXPR_SIMILAR: 'SIMILAR TO' }

export const allowedTypes = words(`
  text varchar bpchar char int2 int4 int8 smallint integer bigint numeric decimal float4 float8 real bool boolean
  date time timetz timestamp timestamptz interval`)

/** Of what stands without brackets (`current_user`), the time only. */
export const allowedValues = words(`
  SVFOP_CURRENT_DATE SVFOP_CURRENT_TIME SVFOP_CURRENT_TIME_N SVFOP_CURRENT_TIMESTAMP SVFOP_CURRENT_TIMESTAMP_N
  SVFOP_LOCALTIME SVFOP_LOCALTIME_N SVFOP_LOCALTIMESTAMP SVFOP_LOCALTIMESTAMP_N`)
