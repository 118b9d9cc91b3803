/** "New" menu with the records that the user may create. Available on every page; the key `c` opens it. */
import { Plus } from "lucide-react";
import { useRef } from "react";
import { t } from "../client/i18n.ts";
import type { Lang } from "../../model/register.ts";
import { createLazyPart } from "../../react/lazy-part.tsx";
import { ErrorBoundary } from "../feedback/ErrorBoundary.tsx";
import type { Grants } from "../session/user.ts";
import { Disclosure } from "./Disclosure.tsx";
import type { NewEntriesProps } from "./NewEntries.tsx";
import { useFrameKeys } from "./use-frame-keys.tsx";

export const NewEntries = createLazyPart<NewEntriesProps>(
  () => import("./NewEntries.tsx").then((module) => module.NewEntries),
  () => <div className="panel-wait" aria-hidden />,
);
const OPEN_KEY = "c";

export function NewMenu({ grants, lang }: { grants: Grants; lang: Lang }) {
  const root = useRef<HTMLDivElement>(null);
  useFrameKeys((key, { isSingle, isCovered }) => {
    const button = root.current?.querySelector("button");
    if (key !== OPEN_KEY || !isSingle || isCovered || !button) return false;
    button.focus();
    button.click();
    return true;
  });
  return (
    <div ref={root} className="new-menu">
      <Disclosure
        prefetch={() => void NewEntries.load().catch(() => undefined)}
        button={
          <>
            <Plus size={16} strokeWidth={2} aria-hidden />
            <span>{t("menuNew")}</span>
          </>
        }
      >
        {(close) => (
          <ErrorBoundary>
            <NewEntries grants={grants} lang={lang} className="panel-item" close={close} />
          </ErrorBoundary>
        )}
      </Disclosure>
    </div>
  );
}
