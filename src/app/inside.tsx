/** Options of the portal for signed-in users. */
import { call, type InsideOptions } from "@portolan/engine/app";
import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  BadgeCheck,
  CreditCard,
  House,
  Inbox,
  KeyRound,
  List,
  Package,
  ShieldCheck,
  UserRound,
  Wallet,
} from "lucide-react";
import aliases from "../../schemas/aliases.json";
import { inputs, views } from "../payments/ui.tsx";
import { phrases } from "./phrases.ts";
import { screens } from "./screens.tsx";

/** Options for the pages of signed-in users. */
export const inside: InsideOptions = {
  screens,
  views,
  inputs,
  icons: {
    house: House,
    wallet: Wallet,
    "arrow-down-left": ArrowDownLeft,
    "arrow-up-right": ArrowUpRight,
    "arrow-left-right": ArrowLeftRight,
    "credit-card": CreditCard,
    list: List,
    inbox: Inbox,
  },
  // Source: specification 1 (header).
  account: [
    { text: "account.title", icon: UserRound, to: "/personalCenter" },
    { text: "dialog.changePassword", icon: KeyRound, call: "changePassword" },
    { text: "dialog.payPassword", icon: KeyRound, call: "payPassword" },
    { text: "verification.name", icon: ShieldCheck, to: "/secondlevelverification" },
    { text: "account.certification", icon: BadgeCheck, to: "/authentication" },
    { text: "account.material", icon: Package, to: "/material" },
  ],
  describeUser: ({ merName }) => merName,
  readInitialValues: ({ username, digest, avatar }) => ({ verifyType: "1", email: username, digest, avatar }),
  aliases,
  phrases,
  secondFactor: {
    call: "secondFactor",
    isSetUp: async () => (await call("googleUser")).bound,
    load: () => import("../screens/verification/SecondFactor.tsx").then((module) => module.SecondFactor),
  },
};
