/** The screens that `pages.json` names: hand-written pages, each a chunk of its own. A name that is missing here shows nothing. */
import { type ComponentType, lazy } from "react";
import type { Lang } from "../engine/index.ts";
import type { CallEntity } from "./schemas.ts";

/** What every screen gets from the shell. */
export interface ScreenProps {
  lang: Lang;
  title: string;
  /** A call's form by the call's name. */
  form(call: string): Promise<CallEntity>;
}

/** Screens by their name in `pages.json`. */
export const screens: Readonly<Record<string, ComponentType<ScreenProps>>> = {
  account: lazy(() => import("./pages/account/Overview.tsx").then((module) => ({ default: module.Overview }))),
  sessions: lazy(() => import("./pages/account/SessionList.tsx").then((module) => ({ default: module.SessionList }))),
  verification: lazy(() => import("../screens/verification/Verification.tsx").then((module) => ({ default: module.Verification }))),
  validator: lazy(() => import("../screens/verification/Validator.tsx").then((module) => ({ default: module.Validator }))),
};
