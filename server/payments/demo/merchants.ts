/**
 * The demo merchants and the reference data for their history. All are invented, and any resemblance to a real company
 * is coincidental.
 */
import type { UserStatus } from "../accounts.ts";

/**
 * A demo merchant with its users. `username` gets the suffix `@demo.portolan`. `reviews`: whether the user has the
 * grants to review orders of other users.
 */
export interface DemoMerchant {
  id: string;
  name: string;
  /** Name used by foreign banks. Only for merchants that have accounts there. */
  englishName?: string;
  userStatus: UserStatus;
  users: { username: string; name: string; phone?: string; reviews: boolean; pays: boolean }[];
  /** Opening balances by currency, in whole units. */
  opening: Record<string, number>;
  /** Number of CNY payments in the history. */
  payments: number;
  payees: number;
}

export const DEMO_DOMAIN = "demo.portolan";

export const DEMO_MERCHANTS: readonly DemoMerchant[] = [
  {
    id: "100001",
    name: "杭州启航贸易有限公司",
    englishName: "Hangzhou Qihang Trading Co., Ltd.",
    userStatus: 1,
    payments: 420,
    payees: 8,
    users: [
      { username: "maker", name: "陈明", phone: "+8613800138001", reviews: false, pays: true },
      { username: "checker", name: "李慧", phone: "+8613800138002", reviews: true, pays: true },
    ],
    opening: { CNY: 2_600_000, USD: 180_000, EUR: 64_000, HKD: 350_000, JPY: 9_000_000 },
  },
  {
    id: "100002",
    name: "深圳南山星河电子商务有限公司",
    englishName: "Shenzhen Nanshan Xinghe E-commerce Co., Ltd.",
    userStatus: 1,
    payments: 60,
    payees: 3,
    users: [{ username: "solo", name: "王磊", phone: "+8613800138003", reviews: true, pays: true }],
    opening: { CNY: 480_000, USD: 52_000, GBP: 8_000 },
  },
  {
    id: "100003",
    name: "宁波远帆进出口有限公司",
    userStatus: 4,
    payments: 0,
    payees: 0,
    users: [{ username: "new", name: "周敏", reviews: true, pays: false }],
    opening: {},
  },
  {
    id: "100004",
    name: "青岛海贝纺织有限公司",
    userStatus: 0,
    payments: 0,
    payees: 0,
    users: [{ username: "review", name: "孙悦", reviews: true, pays: true }],
    opening: {},
  },
  {
    id: "100005",
    name: "义乌晨光饰品有限公司",
    userStatus: -1,
    payments: 0,
    payees: 0,
    users: [{ username: "failed", name: "吴涛", reviews: true, pays: true }],
    opening: {},
  },
];

/** Names of payees, with the city of their bank and the merchant's label for them. */
export const DEMO_PAYEES: readonly { holder: string; city: string; label: string }[] = [
  { holder: "绍兴柯桥锦绣纺织有限公司", city: "绍兴市", label: "布料" },
  { holder: "东莞市恒达五金制品有限公司", city: "东莞市", label: "五金配件" },
  { holder: "佛山市顺德佳美家具有限公司", city: "佛山市", label: "家具工厂" },
  { holder: "义乌市百汇包装材料有限公司", city: "金华市", label: "包装" },
  { holder: "苏州新程物流有限公司", city: "苏州市", label: "国内物流" },
  { holder: "泉州鑫源鞋业有限公司", city: "泉州市", label: "鞋厂" },
  { holder: "青岛东海国际货运代理有限公司", city: "青岛市", label: "货代" },
  { holder: "张建国", city: "杭州市", label: "样品师傅" },
];

/** Foreign buyers that pay the merchants, each with an account and currencies. */
export const DEMO_BUYERS: readonly { name: string; account: string; currencies: readonly string[] }[] = [
  { name: "Nordwind Handels GmbH", account: "DE89370400440532013000", currencies: ["EUR", "USD", "CNY"] },
  { name: "Blue Harbor Trading LLC", account: "026009593118", currencies: ["USD", "CNY"] },
  { name: "Maison Lacombe SAS", account: "FR1420041010050500013M02606", currencies: ["EUR"] },
  { name: "Kowloon Bay Imports Ltd", account: "808123456001", currencies: ["HKD", "USD", "CNY"] },
  { name: "Sakura Shoji KK", account: "0170032714455", currencies: ["JPY", "USD", "CNY"] },
  { name: "Oakfield Homeware Ltd", account: "GB29NWBK60161331926819", currencies: ["GBP", "EUR"] },
];

/** Remarks on payments. An empty string means no remark. */
export const DEMO_REMARKS: readonly string[] = ["货款", "11 月货款", "定金 30%", "尾款", "样品费", "物流费", ""];
