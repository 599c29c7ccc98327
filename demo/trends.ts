/** News of the platform, campaigns, and what consumers share. */
import { resources } from '#resources/index.ts'
import { trendTypes } from '#resources/content/trend.ts'
import { publishStates } from '#resources/content/publishStates.ts'
import { tableOf } from '../server/db/table.ts'
import type { Tx } from '../server/kernel/database.ts'
import { insertMany } from '../server/db/bulk.ts'
import { seedId } from '../server/seed/seed-id.ts'
import type { Consumer } from './consumers.ts'
import { daysFrom, rowBy } from './made-by.ts'
import { picturePath, type DemoPicture } from './pictures.ts'

/** As the editor writes a picture that was uploaded. */
const picture = (remark: string, name: DemoPicture) =>
  `![${remark}](/jeecg-boot/sys/common/static/${picturePath(name)})`

/** Type, title, summary, tags, state, days from now, on top, views, likes; then the text. */
const TRENDS = [
  [
    [trendTypes.platform, '平台柜机突破 300 台', '覆盖五省十二市', '平台;铺设', publishStates.out, -30, 'Y', 8412, 560],
    `## 三百台，从一个商圈开始

从深圳南山的第一台柜机算起，我们用了 **十四个月**。

| 区域 | 柜机 | 日均订单 |
| --- | ---: | ---: |
| 华南 | 128 | 1,460 |
| 华东 | 97 | 1,105 |
| 西南 | 75 | 812 |

接下来要做的：

- 商圈加密：步行五分钟可借可还
- 高铁站与机场专区
- 夜间巡检，故障当晚处理

感谢每一位代理商和商户。`,
  ],
  [
    [trendTypes.event, '双十一充电节', '充值加赠，月卡六折', '活动;优惠', publishStates.out, -12, 'Y', 15_230, 1204],
    `## 三天，充得多送得多

活动期间在小程序充值，赠送金额实时到账：

1. 充 30 送 5
2. 充 50 送 10
3. 充 100 送 30

> 赠送余额用于抵扣租金，不可提现。

${picture('充电节海报', 'poster')}

月卡同时 **六折**，每人限购一张。`,
  ],
  [
    [
      trendTypes.news,
      '共享充电行业进入精细化运营',
      '从铺设规模转向单机收益',
      '行业;数据',
      publishStates.out,
      -20,
      'N',
      2310,
      88,
    ],
    `## 单机收益成为新指标

行业从“铺得多”转向“用得好”。值得关注的三个变化：

- **点位**：低效点位撤出，头部商圈加密
- **计费**：分时计费与封顶更透明
- **运维**：远程诊断代替一半的上门

*数据来自公开报道整理，仅供参考。*`,
  ],
  [
    [trendTypes.platform, '新一代 12 仓柜机上线', '更快、更安静', '新品;设备', publishStates.out, -6, 'N', 4120, 233],
    `## 十二仓，占地不变

${picture('12 仓柜机', 'device')}

| 项目 | 上一代 | 新一代 |
| --- | --- | --- |
| 仓位 | 8 | 12 |
| 单次弹出 | 2.4 秒 | 1.1 秒 |
| 运行噪声 | 46 dB | 38 dB |

首批城市：深圳、杭州、成都。`,
  ],
  [
    [trendTypes.shared, '出差三天全靠它', '高铁站借，机场还', '故事;出差', publishStates.out, -9, 'N', 1980, 310],
    `## 一块充电宝走了三座城

第一天在高铁站借，**第三天在机场还**，手机一直在线。

- 借：出站口右手边，扫码两秒
- 用：开会、导航、打车
- 还：值机前找到一台，机器提示已归还

三天一共花了 18 元，比酒店前台的押金省心。`,
  ],
  [
    [trendTypes.shared, '夜市摊主的一天', '晚上最怕没电', '故事;夜市', publishStates.out, -16, 'N', 1422, 205],
    `## 收款码不能黑屏

我在夜市卖烤冷面，晚上六点到十二点，收款、叫号都靠手机。

> 隔壁摊位装了柜机之后，再没有因为没电漏过单。

现在每天开摊先借一块，收摊顺手还掉。`,
  ],
  [
    [trendTypes.event, '双旦惊喜盒', '十二天后开抽', '活动;盲盒', publishStates.planned, 12, 'N', 0, 0],
    `## 惊喜盒即将开启

- [x] 奖品入库
- [x] 概率公示
- [ ] 开抽

每人每天可抽三次，中奖记录在“我的卡券”查看。`,
  ],
  [
    [trendTypes.news, '国标新规解读', '移动电源认证要求', '行业;安全', publishStates.draft, 0, 'N', 0, 0],
    `## 认证要求有哪些变化

移动电源须取得强制性认证后方可出厂和销售，投放设备应核对：

1. 机身认证标志清晰
2. 型号与证书一致
3. 过期证书的批次停止投放

设备编号页可按批次查询证书状态。`,
  ],
  [
    [trendTypes.event, '国庆出行不断电', '活动已结束', '活动;国庆', publishStates.revoked, -58, 'N', 20_115, 1630],
    `## 活动已结束

感谢参与！**126,400** 人次在假期借用，退还押金均已原路返回。

${picture('活动回顾', 'cover')}

如有疑问请联系客服 400-820-1616。`,
  ],
] as const

export async function seedTrends(tx: Tx, consumers: readonly Consumer[], now: Date): Promise<void> {
  await insertMany(
    tx,
    tableOf(resources.trend),
    TRENDS.map(([[trendType, title, summary, tags, status, days, isTop, views, likes], content], index) => ({
      ...rowBy('operator', daysFrom(now, Math.min(days, 0) - 1)),
      id: seedId('trend', title),
      trendType,
      title,
      cover: picturePath('cover'),
      summary,
      content,
      author: trendType === trendTypes.shared ? String(consumers[index * 11]!.row.nickName) : '运营部',
      userId: trendType === trendTypes.shared ? consumers[index * 11]!.id : undefined,
      tags,
      isTop,
      publishTime: status === publishStates.draft ? undefined : daysFrom(now, days).toISOString(),
      views,
      likes,
      status,
    })),
  )
}
