/** P01: what the SQL of a report over MySQL or MariaDB may say, judged before any database hears of it. */
import { describe, expect, it } from 'vitest'
import { mysql } from '../../server/system/data-sources/mysql/index.ts'
import { writesBy } from '../../server/system/data-sources/mysql/grants.ts'

const { readSql, refuseForeign, bound } = mysql
const written = async (sql: string) => (await readSql(sql)).pieces.join('?')

describe('the SQL of a report over MySQL', () => {
  it.each([
    ['two statements', 'select 1; select 2', '只能是一条语句'],
    ['a write', 'delete from orders', '只能是一条 SELECT 查询'],
    ['a write behind a name', 'with x as (select 1) delete from orders', '只能是一条 SELECT'],
    ['a procedure', 'call pay_out()', '只能是一条 SELECT 查询'],
    ['a setting', 'set @@global.read_only = 0', '只能是一条 SELECT 查询'],
    ['what the planner thinks', 'explain select 1', '只能是一条 SELECT 查询'],
    ['work without an answer', 'do sleep(5)', '语法错误'],
    ['a file that is written', "select * into outfile '/tmp/x' from orders", '语法错误'],
    ['a file that is written, said at the end', "select * from orders into outfile '/tmp/x'", '语法错误'],
    ['a file of one value', "select 1 into dumpfile '/tmp/x'", '语法错误'],
    ['a variable that is filled', 'select id into @x from orders', '不能使用 INTO'],
    ['a variable that is assigned', 'select @x := 1', ':='],
    ['a variable', 'select @x', '不能使用变量 @x'],
    ['a variable of the server', 'select @@version', '不能使用变量 @@version'],
    ['a lock', 'select * from orders for update', '锁定'],
    ['a lock for reading', 'select * from orders for share', '锁定'],
    ['a lock within', 'select * from (select * from orders for update) x', '锁定'],
    ['an old lock', 'select * from orders lock in share mode', '语法错误'],
    ['sleep', 'select sleep(30)', '不能使用函数 sleep'],
    ['sleep in quotes', 'select `sleep`(30)', '不能使用函数 sleep'],
    ['sleep in capitals', 'select SLEEP (30)', '不能使用函数 sleep'],
    ['sleep within', 'select (select 1 from orders where id in (select sleep(9))) as a', '不能使用函数 sleep'],
    ['sleep in an order', 'select id from orders order by sleep(9)', '不能使用函数 sleep'],
    ['sleep in a limit', 'select id from orders limit sleep(9)', '不能使用函数 sleep'],
    ['sleep behind a name', 'with x as (select sleep(9)) select * from x', '不能使用函数 sleep'],
    ['sleep in a join', 'select 1 from a join b on sleep(9)', '不能使用函数 sleep'],
    ['sleep in a window', 'select sum(a) over (order by sleep(9)) from t', '不能使用函数 sleep'],
    ['sleep in a union', 'select 1 union all select sleep(9)', '不能使用函数 sleep'],
    ['work without end', "select benchmark(1000000000, md5('x'))", '不能使用函数 benchmark'],
    ['a lock by name', "select get_lock('x', 100)", '不能使用函数 get_lock'],
    ['a file', "select load_file('/etc/passwd')", '不能使用函数 load_file'],
    ['an error that tells', "select extractvalue(1, concat('~', 'x'))", '不能使用函数 extractvalue'],
    ['who is connected', 'select user()', '不能使用函数 user'],
    ['what is connected to', 'select database()', '不能使用函数 database'],
    ['a function of somebody', 'select other.f(1)', '不能使用函数 other.f'],
    ['a sequence that moves on', 'select nextval(s)', '不能使用函数 nextval'],
    ['a memory of the connection', 'select last_insert_id(5)', '不能使用函数 last_insert_id'],
    ['a text that grows', "select repeat('x', 1000000)", '不能使用函数 repeat'],
    ['a padded text', "select lpad('x', 1000000, 'y')", '不能使用函数 lpad'],
    [
      'texts that double',
      `with a0 as (select 'x' as v) ${Array.from({ length: 12 }, (_, n) => `, a${n + 1} as (select concat(v, v) as v from a${n})`).join('')} select v from a12`,
      '拼接文字',
    ],
    ['a regular expression', "select id from orders where no regexp '(a+)+$'", 'REGEXP'],
    ['its other name', "select id from orders where no rlike '(a+)+$'", 'REGEXP'],
    ['rows without end', 'with recursive x as (select 1 union all select 1 from x) select * from x', 'RECURSIVE'],
    ['a comment that is run', 'select /*!50000 sleep(5), */ 1', '会被执行的注释'],
    ['the same for MariaDB', 'select /*M!100000 sleep(5), */ 1', '会被执行的注释'],
    ['a name that reads as two', 'select * from `shop.old`.t', '不能跨数据库查询'],
    ['a hint', 'select /*+ MAX_EXECUTION_TIME(100000000) */ 1', '优化器提示'],
    ['a modifier', 'select sql_no_cache 1', 'SQL_NO_CACHE'],
    ['a table that is a function', 'select * from f(1) x', '表函数'],
    ['a table made of a text', "select * from json_table('[1]', '$[*]' columns (a int path '$')) j", 'JsonTable'],
    ['what differs between servers', "select 'a' || 'b'", 'concat'],
    ['three names', 'select * from a.b.c', '不能跨数据库查询'],
    ['a type', "select cast('x' as binary(10000000))", '不能转换为类型'],
    ['a long type', "select cast('x' as char(10000000))", '长度最多 4000'],
    ['a call as ODBC has it', '{call x()}', '语法错误'],
    ['a parameter in quotes', "select '#{name}'", '不要放在引号'],
    ['a parameter in a comment', 'select 1 -- #{name}', '不要放在引号或注释里'],
    ['a parameter without a name', 'select ?', '参数请写作'],
    ['a parameter of our own making', 'select :vd_0, :vd_7', '#{名称}'],
    ['text put together', "select * from orders where no = '${x}'", '参数请写作'],
    ['no SQL', 'selekt 1', '语法错误'],
    ['half a text', "select 'a", '第 1 行有语法错误'],
    ['nothing', '  ', '不能为空'],
    ['nothing but an end', ';', '不能为空'],
    ['too much', `select ${'1,'.repeat(10_000)} 1`, '最多20000个字符'],
    ['nested too deep', `select ${'('.repeat(500)}1${')'.repeat(500)}`, '嵌套过深'],
    ['a chain too long', `select 1 from t where ${'a is null or '.repeat(250)} b`, '嵌套过深'],
    ['what breaks the parser', `select ${'1+'.repeat(6000)}1`, '过于复杂'],
    ['what the parser never ends with', `select ${'interval '.repeat(40)}1`, '过于复杂'],
  ])('bad input: %s', async (_, sql, sentence) => {
    await expect(readSql(sql)).rejects.toThrow(sentence)
    // Whatever befell the parser: the next one is served.
    expect(await written('select 1 as one')).toBe('SELECT 1 AS `one`')
  })

  it.each([
    [
      "select date_format(o.at, '%Y-%m') m, count(*) n, sum(if(o.state = 1, o.amount, 0)) s from orders o group by 1 having n > 3 order by m desc limit 5, 10",
      "SELECT date_format(`o`.`at`, '%Y-%m') AS `m`, count(*) AS `n`, sum(if(`o`.`state` = 1, `o`.`amount`, 0)) AS `s` FROM `orders` AS `o` GROUP BY 1 HAVING `n` > 3 ORDER BY `m` DESC LIMIT 5, 10",
    ],
    [
      'select c.name from customers c left outer join orders o using (id) where o.id is null and c.name not like "a!%" escape \'!\'',
      "SELECT `c`.`name` FROM `customers` AS `c` LEFT JOIN `orders` AS `o` USING (`id`) WHERE `o`.`id` IS NULL AND `c`.`name` NOT LIKE 'a!%' ESCAPE '!'",
    ],
    [
      'with x (a) as (select 1) select distinct a, (select max(id) from t) as b from x union all (select 2, 3 limit 1)',
      'WITH `x` (`a`) AS (SELECT 1) SELECT DISTINCT `a`, (SELECT max(`id`) FROM `t`) AS `b` FROM `x` UNION ALL (SELECT 2, 3 LIMIT 1)',
    ],
    [
      'select row_number() over w as r, sum(a) over (partition by b order by c desc rows between unbounded preceding and 2 following) s from t window w as (order by a) order by r limit 3 offset 2',
      'SELECT row_number() OVER `w` AS `r`, sum(`a`) OVER (PARTITION BY `b` ORDER BY `c` DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 2 FOLLOWING) AS `s` FROM `t` WINDOW `w` AS (ORDER BY `a`) ORDER BY `r` LIMIT 3 OFFSET 2',
    ],
    [
      "select timestampdiff(day, a, now()) d, a + interval 1 month, extract(year from a), case when a between 1 and 2 then 'x' else null end, cast(a as decimal(10,2)), convert(a using utf8mb4), group_concat(distinct a order by b separator ','), trim(both 'x' from a), a div 2, a <=> b, not a, -a from t",
      "SELECT timestampdiff(DAY, `a`, now()) AS `d`, `a` + INTERVAL 1 MONTH, EXTRACT(YEAR FROM `a`), CASE WHEN `a` BETWEEN 1 AND 2 THEN 'x' ELSE NULL END, CAST(`a` AS DECIMAL(10, 2)), CONVERT(`a` USING utf8mb4), group_concat(DISTINCT `a` ORDER BY `b` SEPARATOR ','), trim(BOTH 'x' FROM `a`), `a` DIV 2, `a` <=> `b`, NOT `a`, - `a` FROM `t`",
    ],
    ['select 1 --1', 'SELECT 1 - - 1'],
    ['select 1 # a word\n -- another\n /* and one */ ;', 'SELECT 1'],
    ["select 'it''s', 'a\\'b\\\\', \"q\", `a``b` from `a``b`", "SELECT 'it''s', 'a''b\\\\', 'q', `a``b` FROM `a``b`"],
    ['select 1 from dual', 'SELECT 1 FROM dual'],
    // Within brackets a server may forget an order that no LIMIT asks for.
    ['select a from t order by a', 'SELECT `a` FROM `t` ORDER BY `a` LIMIT 18446744073709551615'],
    // A name, not who is connected: no column has it.
    ['select current_user', 'SELECT `current_user`'],
  ])('what may be asked is written anew, word by word: %s', async (sql, expected) => {
    expect(await written(sql)).toBe(expected)
  })

  it('parameters are bound in the order of what is written, as often as they stand there', async () => {
    const sql = await readSql(
      "select case #{a} when #{b} then #{a} end from t where x like #{c} escape '!' order by #{d} limit 1",
    )
    expect(sql.params).toEqual(['a', 'b', 'c', 'd'])
    const { text, values } = bound(sql, { a: "1' or '1'='1", b: 'B', c: null }, 0)
    expect(text).toBe("SELECT CASE ? WHEN ? THEN ? END FROM `t` WHERE `x` LIKE ? ESCAPE '!' ORDER BY ? LIMIT 1")
    expect(values).toEqual(["1' or '1'='1", 'B', "1' or '1'='1", null, null])
  })

  it.each(['mysql.user', 'information_schema.tables', 'performance_schema.threads', 'sys.session', 'other.orders'])(
    'bad input: %s is of another database',
    async (table) => {
      const sql = await readSql(`select * from shop.orders where id in (select 1 from ${table})`)
      expect(() => refuseForeign(sql, 'shop')).toThrow(`不能读取 ${table}`)
      refuseForeign(await readSql('select * from shop.orders join `customers` using (id)'), 'shop')
    },
  )
})

describe('what an account was granted', () => {
  it.each([
    ['GRANT USAGE ON *.* TO `r`@`%`', false],
    ["GRANT USAGE ON *.* TO `r`@`%` IDENTIFIED BY PASSWORD '*E705'", false],
    ['GRANT SELECT, SHOW VIEW ON `shop`.* TO `r`@`%`', false],
    ['GRANT SELECT (`a`, `b`) ON `shop`.`t` TO `r`@`%`', false],
    ['GRANT SELECT (`a`), UPDATE (`b`) ON `shop`.`t` TO `r`@`%`', true],
    ['GRANT ALL PRIVILEGES ON *.* TO `r`@`%` WITH GRANT OPTION', true],
    ['GRANT FILE ON *.* TO `r`@`%`', true],
    ['GRANT SELECT ON `shop`.* TO `r`@`%` WITH GRANT OPTION', true],
    ['GRANT INSERT ON `shop`.* TO `r`@`%`', true],
    ['GRANT INSERT ON `sh%`.* TO `r`@`%`', true],
    ['GRANT EXECUTE ON PROCEDURE `shop`.`p` TO `r`@`%`', true],
    ['GRANT SYSTEM_VARIABLES_ADMIN ON *.* TO `r`@`%`', true],
    ["GRANT PROXY ON ''@'' TO 'root'@'localhost'", true],
    ['GRANT INSERT ON `other`.* TO `r`@`%`', false],
    // As MariaDB has it for everybody.
    ['GRANT INSERT, DELETE HISTORY ON `test\\_%`.* TO PUBLIC', false],
    ['GRANT `editors`@`%` TO `r`@`%`', false],
  ])('%s: writes %s', (line, writes) => expect(writesBy(line, 'shop')).toBe(writes))
})
