/** State of the command palette: the query, its results, and the highlighted result. */
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { hasCall } from "../client/declared-endpoints.ts";
import { useCall } from "../client/reads.tsx";
import type { CallResponse } from "../../model/calls.ts";
import type { Lang } from "../../model/register.ts";
import type { Page } from "../../model/pages.ts";
import { confirmLeave } from "../feedback/leave-guard.ts";
import { findCommands, listCommands } from "../routing/commands.tsx";
import { findPageLink } from "../routing/page-links.ts";
import { getInside } from "../inside-options.tsx";
import type { FoundRecord, PhraseLink } from "../options.ts";
import { canOpen } from "../routing/record-path.ts";
import type { Grants } from "../session/user.ts";
import type { EarlyKeys } from "./use-key-buffer.tsx";

/** Debounce delay of the search, in ms. */
const DEBOUNCE_MS = 200;
/** Minimum query length to search records; shorter queries match only pages. */
const MIN_QUERY = 2;

/** Search result for the query `q`. `failed` is set when the search failed. */
type Records = (CallResponse<"findRecords"> & { q: string; failed?: boolean }) | undefined;

export interface PaletteProps {
  grants: Grants;
  lang: Lang;
  /** Ends the buffering of keys and returns those pressed while the palette was loading. */
  takeKeys(): EarlyKeys;
  onClose(): void;
}
export type Palette = ReturnType<typeof usePalette>;

/** Returns the query, the results and the highlighted result of the palette, with the handlers that change them. */
export function usePalette({ grants, lang, takeKeys, onClose }: PaletteProps) {
  const [q, setQ] = useState("");
  const query = q.trim();
  const phrase = getInside().phrases?.read(query);
  const searched = phrase?.search ?? query;
  const records = useRecords(searched);
  const isSearching = hasCall("findRecords") && searched.length >= MIN_QUERY && records?.q !== searched;
  const pages = useFoundPages(q, grants, lang);
  const { found, lists } = phrase ? linkPhrases(records, phrase.link, grants) : linkRecords(records, grants, lang);
  const all = [...pages, ...found, ...lists];
  const navigate = useNavigate();
  const open = (href: string | undefined) => {
    if (href === undefined || !confirmLeave()) return;
    onClose();
    navigate(href);
  };
  const [index, setIndex] = useState(0);
  const active = Math.min(index, all.length - 1);
  // Pages are found at once, so that only a result of the search has to be waited for.
  const isUndecided = isSearching && !pages[active];
  const pending = usePendingSelection(isUndecided, () => open(all[active]?.href));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && all.length > 0) {
      event.preventDefault();
      setIndex((active + step + all.length) % all.length);
    }
    if (event.key === "Enter") {
      event.preventDefault();
      if (isUndecided) pending.select();
      else open(all[active]?.href);
    }
  };
  const type = (text: string) => {
    setQ(text);
    setIndex(0);
    pending.cancel();
  };
  const takeEarlyKeys = () => {
    const { text, isEntered } = takeKeys();
    if (text !== "") type(text);
    if (isEntered) pending.select();
  };
  const hasFailed = records?.failed === true;
  return {
    q,
    pages,
    found,
    lists,
    count: all.length,
    active,
    isSearching,
    hasFailed,
    type,
    takeEarlyKeys,
    open,
    onKeyDown,
  };
}

function useFoundPages(q: string, grants: Grants, lang: Lang) {
  const commands = useMemo(() => listCommands(grants, lang), [grants, lang]);
  return useMemo(() => findCommands(commands, q), [commands, q]);
}

/** Returns the found records that a phrase links to a form that the user may open. */
function linkPhrases(records: Records, link: (found: FoundRecord) => PhraseLink | undefined, grants: Grants) {
  const found = (records?.list ?? []).flatMap((item) => {
    const linked = link(item);
    return linked && canOpen(grants, linked.href) ? [{ ...item, ...linked, status: undefined }] : [];
  });
  return { found, lists: [] };
}

/**
 * Adds a link to each matching record and to each list with further matches. Omits those whose page the user may not
 * open.
 */
function linkRecords(records: Records, { granted }: Grants, lang: Lang) {
  const linkList = (entity: string, parameter: "id" | "q", value: string) => {
    const open = ({ menu }: Page) => menu === undefined || granted.has(menu);
    const link = findPageLink(entity, "list", { open }) ?? findPageLink(entity, "sole", { open });
    if (!link) return undefined;
    const { href } = link;
    return {
      label: link.label[lang],
      href: `${href}${href.includes("?") ? "&" : "?"}${parameter}=${encodeURIComponent(value)}`,
    };
  };
  const { q, list = [], all = [] } = records ?? { q: "" };
  const found = list.flatMap((item) => {
    const link = linkList(item.entity, "id", item.id);
    return link ? [{ ...item, href: link.href }] : [];
  });
  const lists = all.flatMap(({ entity, count }) => {
    const link = linkList(entity, "q", q);
    return link ? [{ ...link, count }] : [];
  });
  return { found, lists };
}

/**
 * Applies an Enter pressed right after typing to the pending search rather than to the previous results: `onSelect`
 * runs when the search completes.
 */
function usePendingSelection(isSearching: boolean, onSelect: () => void) {
  const [isPending, setPending] = useState(false);
  useEffect(() => {
    if (!isPending || isSearching) return;
    setPending(false);
    onSelect();
    // oxlint-disable-next-line react/exhaustive-deps -- uses the result highlighted at that moment
  }, [isPending, isSearching]);
  return { select: () => setPending(true), cancel: () => setPending(false) };
}

/**
 * Searches records with a debounced query. Until the response arrives, returns the result of the previous query, whose
 * `q` differs. Undefined for a query that is too short and before the first response.
 */
function useRecords(q: string): Records {
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(q), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [q]);
  const { data, failure } = useCall(
    "findRecords",
    { q: settled },
    { enabled: settled.length >= MIN_QUERY && hasCall("findRecords"), onFocus: false },
  );
  const found = data ? { q: settled, ...data } : failure && { q: settled, list: [], all: [], failed: true };
  const latest = useRef<Records>(undefined);
  latest.current = found ?? latest.current;
  return q.length < MIN_QUERY ? undefined : latest.current;
}
