/** What the SQL of a report over MySQL or MariaDB may say. Whatever is not named here is refused: what they may learn later too. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/**
 * Pure and bounded: no sleeping, no locks, no files, no settings, nothing that is stored or remembered, nothing whose answer
 * is much longer than what it was given (`group_concat` ends at a length the connection sets).
 */
export const allowedFunctions = words(`
  count sum avg min max std stddev stddev_pop stddev_samp variance var_pop var_samp group_concat any_value
  row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
  abs round truncate mod sign sqrt pow power exp ln log log2 log10 greatest least
  lower upper lcase ucase length char_length character_length octet_length ltrim rtrim substring_index mid left right
  concat concat_ws locate instr strcmp reverse field find_in_set elt format
  if ifnull nullif coalesce isnull
  now curdate curtime current_date current_time current_timestamp localtime localtimestamp sysdate
  utc_date utc_time utc_timestamp date time timestamp year quarter month week weekofyear weekday yearweek
  day dayofmonth dayofweek dayofyear dayname monthname hour minute second microsecond
  date_format time_format str_to_date date_add date_sub adddate subdate addtime subtime datediff timediff
  timestampdiff timestampadd from_unixtime unix_timestamp last_day makedate maketime
  to_days from_days to_seconds sec_to_time time_to_sec period_add period_diff convert_tz
  json_extract json_unquote json_value json_length json_contains json_valid`)

/** Of what stands without brackets, the time only: not `current_user`. */
export const allowedValues = words('current_date current_time current_timestamp localtime localtimestamp')

/** Their first argument is a unit. */
export const unitFunctions = words('timestampdiff timestampadd')
export const units = words('microsecond second minute hour day week month quarter year')

/** By their name in the tree. Regular expressions and assignments are not among them. */
export const operators: Readonly<Record<string, string>> = {
  ...{ Plus: '+', Minus: '-', Multiply: '*', Divide: '/', Modulo: '%', MyIntegerDivide: 'DIV' },
  ...{ Gt: '>', Lt: '<', GtEq: '>=', LtEq: '<=', Eq: '=', NotEq: '<>', Spaceship: '<=>' },
  ...{ And: 'AND', Or: 'OR', Xor: 'XOR', Arrow: '->', LongArrow: '->>' },
}

export const joins: Readonly<Record<string, string>> = {
  ...{ Join: 'JOIN', Inner: 'INNER JOIN', CrossJoin: 'CROSS JOIN', StraightJoin: 'STRAIGHT_JOIN' },
  ...{ Left: 'LEFT JOIN', LeftOuter: 'LEFT JOIN', Right: 'RIGHT JOIN', RightOuter: 'RIGHT JOIN' },
}

/** What people call the parts that do something else than select. */
export const forbiddenParts: Readonly<Record<string, string>> = {
  into: 'INTO',
  locks: 'FOR UPDATE 等锁定子句',
  recursive: 'WITH RECURSIVE',
  optimizer_hints: '优化器提示',
  index_hints: '索引提示',
  select_modifiers: 'SQL_NO_CACHE 一类的修饰',
  partitions: 'PARTITION',
  args: '表函数',
  lateral: 'LATERAL',
}

/** The same of whole expressions. */
export const forbiddenExpressions: Readonly<Record<string, string>> = {
  RLike: 'REGEXP（正则表达式）',
  Prefixed: '字符集前缀',
  MatchAgainst: 'MATCH … AGAINST',
}

/** The same of operators. */
export const forbiddenOperators: Readonly<Record<string, string>> = {
  StringConcat: '||（拼接请用 concat，或者请用 OR）',
  Assignment: ':=（不能给变量赋值）',
}
