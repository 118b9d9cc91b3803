/** What the palette can open without the server: pages and their tabs that the person was granted. */
import { hasInitials, type Lang } from "../engine/index.ts";
import { pages, tabsOf } from "./pages.ts";
import { type Grants, PASSED } from "./user.ts";

export interface Command {
  href: string;
  label: string;
  /** The page of a tab. */
  parent?: string | undefined;
  /** In lower case, in both languages: what it is found by. */
  words: string;
}
/** Shown while nothing is typed. */
const FIRST = 6;
const MOST = 8;
/** Pages that are no places to go to. */
const HELPERS = new Set(["/login", "/404", "/redirect"]);

export function commandsOf({ granted, user }: Grants, lang: Lang): Command[] {
  return pages
    .filter(
      (page) =>
        !HELPERS.has(page.path) &&
        !page.redirect &&
        (page.menu === undefined || granted.has(page.menu)) &&
        (page.access === "session" || user.userStatus === PASSED),
    )
    .flatMap((page) => {
      const named = (href: string, label: Record<Lang, string>, parent?: Record<Lang, string>): Command => ({
        href,
        label: label[lang],
        ...(parent ? { parent: parent[lang] } : {}),
        words: [label.zh, label.en, parent?.zh, parent?.en, page.path].join(" ").toLowerCase(),
      });
      const tabs = tabsOf(page, granted);
      // Records need a number in their address, so their pages are found with them.
      const needsRecord = (page.view ?? page).show === "detail";
      return needsRecord
        ? []
        : [
            named(page.path, page.label),
            ...tabs.slice(1).map((tab) => named(`${page.path}?tab=${tab.id}`, tab.label, page.label)),
          ];
    });
}

/** Those whose words hold everything that was typed, Chinese ones also by their initials; a name that begins so comes first. */
export function matching(commands: readonly Command[], q: string): Command[] {
  const typed = q.trim().toLowerCase();
  if (typed === "") return commands.filter(({ parent }) => !parent).slice(0, FIRST);
  const parts = typed.split(/\s+/);
  const begins = ({ label }: Command) => Number(label.toLowerCase().startsWith(typed));
  return commands
    .filter(({ words }) => parts.every((part) => words.includes(part) || hasInitials(words, part)))
    .toSorted((a, b) => begins(b) - begins(a))
    .slice(0, MOST);
}
