/** What a product hands to the app kit. `startApp` keeps it here for all modules of the kit. */
import type { ComponentType, ReactNode } from "react";
import type { CallResponse } from "../model/calls.ts";
import type { CallPlan, Entity } from "../model/entity.ts";
import type { Access, Lang } from "../model/register.ts";
import type { Settings } from "../model/settings.ts";

/** Component that loads on demand. */
export type LazyPart<Props extends object> = ComponentType<Props> & { load(): Promise<unknown> };
/** Texts of a namespace by key. */
export type Texts = Record<string, string>;
/** The signed-in user: the response of the call `userInfo`. */
export type User = CallResponse<"userInfo">;

/** Options that every page needs. */
export interface BaseOptions {
  /** Settings of the dialect. Access levels gate pages, and languages decide which texts are built. */
  settings: Settings;
  /** Path of the page that opens after sign-in. */
  home: string;
  /** The product's logo, `size` px high. */
  logo: ComponentType<{ size?: number }>;
  /** Background of the sign-in page and of pages without content. */
  art?: ComponentType<{ className?: string }>;
  /**
   * Loaders of the product's texts, by paths that end in `<lang>/<namespace>.json`. Those of the namespaces `shell` and
   * `engine` override the texts of the kit, such as the product's name (`brand`).
   */
  texts?: Readonly<Record<string, () => Promise<Texts>>>;
  /** Constants that texts name as `{constants.<name>}`. */
  constants?: Readonly<Record<string, unknown>>;
  /** BCP 47 tags of the languages for `<html lang>` and for dates. Default: the name of the language. */
  tags?: Readonly<Partial<Record<Lang, { page: string; dates: string }>>>;
  /** Names of the cookies with the readable half of the session, all of which end with it. Default: `token`, `userId`. */
  cookies?: { readonly token: string; readonly userId: string; readonly [name: string]: string };
  /** Time in ms after which the server ends an idle session. Default: 15 minutes. */
  idleMs?: number;
  /** Time in ms after which a call fails without a response. Default: 15 s. */
  timeoutMs?: number;
  /** Time in ms from a change of the language until the page reloads in it. Default: 500 ms. */
  languageReloadMs?: number;
  /** Reads the responses of sign-in. Default: those of the server's session schemas. */
  wire?: SessionWire;
  /** Endpoints of uploads (POST) and of uploaded files (GET). Default: those of the dialect for the entity `file`. */
  files?: { upload: string; load: string };
  /** Pages of visitors besides sign-in and the reset of a password, by name: each opens at `/login?view=<name>`. */
  visitorViews?: Readonly<Record<string, VisitorView>>;
  /** How far the account of a user is open. Without it every user has reached the highest access level. */
  standing?: {
    /** Page that leads to the next level. */
    path: string;
    read(user: User): Standing;
  };
}

/** Reads the responses of sign-in, for a product whose calls have names of their own. */
export interface SessionWire {
  /** Returns the ids in the response of `menu`. */
  listMenus(response: CallResponse<"menu">): readonly string[];
  /** Returns whether a response of `login` requires the second factor. */
  requiresSecondFactor(response: CallResponse<"login">): boolean;
}

/** A page of visitors: its text key, the links it is listed with, and its content. */
export interface VisitorView {
  title: string;
  /** `actions`: beside the other ways to sign in. `documents`: below them, with a wide page. */
  among: "actions" | "documents";
  part: LazyPart<VisitorViewProps>;
}
/** Props of a visitors' page. */
export interface VisitorViewProps {
  lang: Lang;
  name: string;
  /** Opens the page after sign-in; to be called when the view has signed the user in. */
  onSignedIn(): Promise<void>;
}

/** How far the account of a user is open, with the status that the header shows. */
export interface Standing {
  /** Highest access level that the user has reached. */
  level: Access;
  /**
   * Name of the status in the texts `status.<state>` and, below the highest level, `gateTitle.<state>`, `gate.<state>` and
   * `gateGo.<state>`.
   */
  state: string;
  tone: "success" | "info" | "warning" | "danger";
  /** One character for a badge. */
  sign: string;
}

/** Icon, such as one of `lucide-react`. */
export type IconComponent = ComponentType<{
  size?: number;
  strokeWidth?: number;
  className?: string;
  "aria-hidden"?: boolean;
}>;
/** Entry of the user menu: a page by its path, or a call whose form opens in a dialog. */
export type AccountItem = { text: string; icon: IconComponent } & ({ to: string } | { call: string });

/** A record that the palette found. */
export type FoundRecord = CallResponse<"findRecords">["list"][number];
/** Phrases of the palette: each searches for a record and links to a form with the rest of the phrase. */
export interface PalettePhrases {
  /** Returns the text to search for, and what links a found record to its form. Undefined for any other query. */
  read(query: string): { search: string; link(found: FoundRecord): PhraseLink | undefined } | undefined;
}
/** Link of a found record to the form of a phrase. */
export interface PhraseLink {
  href: string;
  kind: string;
  detail: string;
}

/** Second factor of a step-up. */
export interface SecondFactor {
  /** Returns whether the user has one. */
  isSetUp(): Promise<boolean>;
  /** Name of the call that strengthens a proof. */
  call: string;
  load(): Promise<ComponentType<SecondFactorProps>>;
}
/** Props of the form that strengthens the proof of a password by a second factor, or sets one up first. */
export interface SecondFactorProps {
  /** Step-up proof of the password, upgraded by the second factor. */
  proof: string;
  /** Whether the user has a second factor. */
  bound: boolean;
  /** Reason why the server requires the second factor. */
  why?: string | undefined;
  /** Description of the action to confirm. */
  about?: ReactNode;
  /** Form of the code. */
  call: CallEntity;
  form(call: string): Promise<CallEntity>;
  onDone(proof: string): void;
  onCancel(): void;
  /** Reports whether recovery codes are visible. Closing the dialog would then lose them. */
  onKeeping(keeping: boolean): void;
}

/** A call together with the entity that describes its request form. */
export interface CallEntity {
  call: CallPlan;
  request: Entity;
}

/** Entry of the menu. */
export interface MenuItem {
  path: string;
  label: string;
  /** Whether the page requires an access level that the user has not reached. */
  blocked: boolean;
  /** Whether the user has not reached the highest access level. No entry navigates then, not even home. */
  closed: boolean;
  /** Paths of the pages that this item stands for, if it represents several. */
  joins?: readonly string[];
}

/** Navigation API of screens, restricted to the pages and views granted to the user. */
export interface Shell {
  user: User;
  /** Shortcuts of the home page. */
  quick: readonly MenuItem[];
  findLink(entity: string, show: "list" | "create"): { href: string; label: string } | undefined;
  page(path: string): MenuItem | undefined;
}

/** Props passed to every screen. */
export interface ScreenProps {
  lang: Lang;
  title: string;
  /** Loads the form of a call by name. */
  form(call: string): Promise<CallEntity>;
  shell: Shell;
}

/** Returns the paths of uploads and of uploaded files. */
export function getFilePaths(): { upload: string; load: string } {
  const { files, settings } = getApp();
  return files ?? { upload: settings.path("file", "upload"), load: settings.path("file", "load") };
}

let current: BaseOptions | undefined;
/** Sets the options of the app. Called before any other function of the kit. */
export const setApp = (options: BaseOptions): void => void (current = options);

/** Returns whether the app has its options. */
export const hasApp = (): boolean => current !== undefined;
/**
 * Returns the options of the app.
 * @throws Error before `startApp`
 */
export function getApp(): BaseOptions {
  if (!current) throw new Error("the app has no options; call startApp() first");
  return current;
}
