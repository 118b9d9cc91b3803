/** Entries of the "New" menu, loaded together with the panel or phone menu that shows them. */
import { creations as listed } from "virtual:schemas/creations";
import { useRef } from "react";
import type { Creation } from "../../model/pages.ts";
import type { Lang } from "../../model/register.ts";
import { selectCreations } from "../routing/creations.ts";
import { GuardedLink } from "../routing/GuardedLink.tsx";
import type { Grants } from "../session/user.ts";
import { useFrameKeys } from "./use-frame-keys.tsx";

const creations = listed as readonly Creation[];

export interface NewEntriesProps {
  grants: Grants;
  lang: Lang;
  className: string;
  close(): void;
}
/** List of links, each with a letter as its keyboard shortcut. */
export function NewEntries({ grants, lang, className, close }: NewEntriesProps) {
  const entries = selectCreations(creations, grants);
  const list = useRef<HTMLUListElement>(null);
  useFrameKeys((key, { isSingle, isCovered }) => {
    const index = isSingle && !isCovered ? entries.findIndex((creation) => creation.key === key) : -1;
    list.current?.querySelectorAll("a")[index]?.click();
    return index >= 0;
  });
  return (
    <ul ref={list}>
      {entries.map(({ href, label, key }) => (
        <li key={href}>
          <GuardedLink to={href} className={className} onClick={close} aria-keyshortcuts={key}>
            {label[lang]}
            <kbd aria-hidden>{key}</kbd>
          </GuardedLink>
        </li>
      ))}
    </ul>
  );
}
