/** Commands that the palette finds without a server request: the pages and tabs granted to the user. */
import { matchesPinyin } from "../../base/pinyin.ts";
import type { Lang } from "../../model/register.ts";
import { pages, listTabs } from "./pages.ts";
import { LOGIN, NOT_FOUND, REDIRECT } from "./paths.ts";
import { getInside } from "../inside-options.tsx";
import { type Grants, hasReached } from "../session/user.ts";

export interface Command {
  href: string;
  label: string;
  /** Label of the page that contains the tab. */
  parent?: string | undefined;
  /** Search text in lower case: the path, the labels of the tab and its page in the known languages, and former names. */
  searchText: string;
}
/** Maximum number of commands shown for an empty query. */
const MAX_UNFILTERED = 6;
const MAX_FOUND = 8;
/** Pages that are never offered as navigation targets. */
const UNLISTED = new Set([LOGIN, NOT_FOUND, REDIRECT]);

export function listCommands({ granted, user }: Grants, lang: Lang): Command[] {
  return pages
    .filter(
      (page) =>
        !UNLISTED.has(page.path) &&
        !page.redirect &&
        (page.menu === undefined || granted.has(page.menu)) &&
        hasReached(user, page.access),
    )
    .flatMap((page) => {
      const named = (href: string, label: Record<Lang, string>, tab?: string): Command => ({
        href,
        label: label[lang],
        ...(tab === undefined ? {} : { parent: page.label[lang] }),
        searchText: [
          ...Object.values(label),
          page.path,
          ...Object.values(page.label),
          ...(getInside().aliases?.[tab === undefined ? (page.id ?? "") : `${page.id}.${tab}`] ?? []),
        ]
          .join(" ")
          .toLowerCase(),
      });
      const tabs = listTabs(page, granted);
      // A detail page needs a record id, so it is reached by finding the record.
      const needsRecord = (page.view ?? page).show === "detail";
      return needsRecord
        ? []
        : [
            named(page.path, page.label),
            ...tabs.slice(1).map((tab) => named(`${page.path}?tab=${tab.id}`, tab.label, tab.id)),
          ];
    });
}

/**
 * Returns up to `MAX_FOUND` commands whose text contains every word of the query, those whose label starts with the
 * query first. Chinese text also matches by pinyin. An empty query returns the first `MAX_UNFILTERED`
 * pages.
 */
export function findCommands(commands: readonly Command[], q: string): Command[] {
  const typed = q.trim().toLowerCase();
  if (typed === "") return commands.filter(({ parent }) => !parent).slice(0, MAX_UNFILTERED);
  const parts = typed.split(/\s+/);
  const begins = ({ label }: Command) => Number(label.toLowerCase().startsWith(typed));
  return commands
    .filter(({ searchText }) => parts.every((part) => searchText.includes(part) || matchesPinyin(searchText, part)))
    .toSorted((a, b) => begins(b) - begins(a))
    .slice(0, MAX_FOUND);
}
