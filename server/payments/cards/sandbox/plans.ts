/** Applications for demo cards, and the shops where they are used. All are invented. */
import type { Row } from "@portolan/engine";

/** How a card ended. Omitted while it is in use. */
type End = "frozen" | "blocked" | "cancelled" | "expired";
/** A card: its recharge, its number of purchases, and how it ended. */
type Card = readonly [recharge: string, purchases: number, end?: End];

export interface CardPlan {
  product: string;
  /** Index in `CARDHOLDERS`. */
  holder: number;
  label: string;
  range: string;
  daysAgo: number;
  cards: readonly Card[];
  refused?: true;
}

export const CARD_PLANS: readonly CardPlan[] = [
  {
    product: "USD-ADS",
    holder: 0,
    label: "谷歌广告",
    range: "advertising",
    daysAgo: 84,
    cards: [
      ["5000.00", 11],
      ["2000.00", 5, "frozen"],
    ],
  },
  {
    product: "USD-GENERAL",
    holder: 0,
    label: "云服务",
    range: "software",
    daysAgo: 70,
    cards: [
      ["1500.00", 8],
      ["600.00", 3, "cancelled"],
      ["300.00", 2, "blocked"],
    ],
  },
  {
    product: "USD-GENERAL",
    holder: 1,
    label: "展会差旅 REJECT",
    range: "travel",
    daysAgo: 55,
    cards: [["0", 0]],
    refused: true,
  },
  {
    product: "USD-GENERAL",
    holder: 1,
    label: "样品采购",
    range: "all",
    daysAgo: 48,
    cards: [
      ["1200.00", 9],
      ["400.00", 2, "expired"],
    ],
  },
];
type Shop = readonly [name: string, mcc: string];
const ALL_SHOPS: readonly Shop[] = [
  ["Sample Market", "5969"],
  ["Parcel Express", "4215"],
  ["Trade Fair Tickets", "7999"],
  ["DECLINE Electronics", "5732"],
];
/** Shops by trading range. Cards with a range that is not listed are used in all shops. */
const SHOPS: Readonly<Record<string, readonly Shop[]>> = {
  advertising: [
    ["Search Ads", "7311"],
    ["Social Ads", "7311"],
  ],
  software: [
    ["Cloud Hosting", "5734"],
    ["Design Suite", "5817"],
    ["Mail Service", "7372"],
  ],
};
export const listShops = (card: Row): readonly Shop[] => SHOPS[String(card["tradingRange"])] ?? ALL_SHOPS;

/** Cardholders of a demo merchant. */
export const CARDHOLDERS: readonly Row[] = [
  {
    lastName: "Chen",
    firstName: "Ming",
    email: "ming@demo.portolan",
    phonePrefix: "+86",
    phone: "13800138001",
    birthDate: "1988-06-15",
    country: "CN",
    province: "Zhejiang",
    city: "Hangzhou",
    address: "18 Wensan Road, Xihu",
    postcode: "310012",
    remark: "投放部",
  },
  {
    lastName: "Lin",
    firstName: "Jia",
    email: "jia@demo.portolan",
    phonePrefix: "+86",
    phone: "13800138002",
    birthDate: "1992-03-08",
    country: "CN",
    province: "Zhejiang",
    city: "Ningbo",
    address: "66 Jiefang South Road, Haishu",
    postcode: "315010",
    remark: "采购部",
  },
];
