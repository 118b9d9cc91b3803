/** Options of `startApp`, with those that only the pages of signed-in users need. */
import type { LoadInputs } from "../inputs/input-definition.tsx";
import type { Row } from "../model/field.ts";
import type { Icon, Screen } from "../model/register.ts";
import type { ViewParts } from "../react/view-part.tsx";
import type {
  AccountItem,
  BaseOptions,
  IconComponent,
  LazyPart,
  PalettePhrases,
  ScreenProps,
  SecondFactor,
  User,
} from "./options.ts";

/** Options of `startApp`. */
export interface AppOptions extends BaseOptions {
  /** Loads what only the pages of signed-in users need. */
  inside(): Promise<InsideOptions>;
}

/** What the product has for signed-in users, besides its schemas. */
export interface InsideOptions {
  /** Icons of the menu areas and the bottom bar, by the names in `areas.json` and `pages.json`. */
  icons: Readonly<Partial<Record<Icon, IconComponent>>>;
  /** Hand-written screens by their name in `pages.json`. The kit has `sessions`, `notFound` and `redirect`. */
  screens?: Readonly<Partial<Record<Screen, LazyPart<ScreenProps>>>>;
  /** Components of view types. Default: those of the engine. */
  views?: ViewParts;
  /** Inputs of the product's own kinds. */
  inputs?: LoadInputs;
  /** Entries of the user menu: links to pages, and forms of calls in a dialog. */
  account?: readonly AccountItem[];
  /** Returns the first line of the user's card, such as the name of the organisation. Default: the user's name. */
  describeUser?(user: User): string;
  /** Returns initial values of the forms that change the user's account. */
  readInitialValues?(user: User): Row;
  /** Other names under which the palette finds pages, by page id, or by page and tab id (`R5.details`). */
  aliases?: Readonly<Record<string, readonly string[]>>;
  /** Phrases that the palette understands, such as "pay acme 5000". */
  phrases?: PalettePhrases;
  /** Second factor of the step-up. Without it every step-up requires the password alone. */
  secondFactor?: SecondFactor;
}

let load: AppOptions["inside"] | undefined;
/** Sets the loader of the options for signed-in users. */
export const setInside = (loader: AppOptions["inside"]): void => void (load = loader);

let loaded: InsideOptions | undefined;
/**
 * Loads the options for signed-in users.
 * @throws Error before `startApp`
 */
export async function loadInside(): Promise<void> {
  if (!load) throw new Error("the app has no options; call startApp() first");
  loaded ??= await load();
}
/**
 * Returns the options for signed-in users. No module may read them while it is evaluated, because the product's module
 * may import from the same chunk.
 * @throws Error before `loadInside` has loaded them
 */
export function getInside(): InsideOptions {
  if (!loaded) throw new Error("the options for signed-in users are not loaded");
  return loaded;
}
