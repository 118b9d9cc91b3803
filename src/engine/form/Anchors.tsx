/** List of sections next to a long form on wide screens. It highlights the section in view. */
import { type RefObject, useEffect, useState } from "react";
import { listAnchoredSections } from "./anchored.ts";
import { buildSectionId, useAnyShown } from "./Cards.tsx";
import { useForm } from "../controls/model.tsx";

/** `wrapper` contains the sections' cards. */
export function Anchors({ wrapper }: { wrapper: RefObject<HTMLElement | null> }) {
  const { entity, ports, store } = useForm();
  const anchors = listAnchoredSections(entity, ports.lang).map((section) => ({
    ...section,
    id: buildSectionId(store.root.id, section.id),
  }));
  const [current, setCurrent] = useState(anchors[0]?.id);
  useEffect(() => {
    if (typeof IntersectionObserver === "undefined") return;
    // The current section is the one that last entered the band between 20% and 30% of the viewport's height.
    const seen = new IntersectionObserver(
      (entries) => entries.forEach((entry) => entry.isIntersecting && setCurrent(entry.target.id)),
      { rootMargin: "-20% 0px -70% 0px" },
    );
    for (const card of wrapper.current?.querySelectorAll(".pf-card[id]") ?? []) seen.observe(card);
    return () => seen.disconnect();
  }, [wrapper]);
  return (
    <nav className="pf-anchors" aria-label={ports.t("form.sections")}>
      <ul>
        {anchors.map((anchor) => (
          <Anchor key={anchor.id} anchor={anchor} current={anchor.id === current} />
        ))}
      </ul>
    </nav>
  );
}

function Anchor({ anchor, current }: { anchor: { id: string; label: string; names: string[] }; current: boolean }) {
  const shown = useAnyShown(anchor.names);
  if (!shown) return null;
  return (
    <li>
      <a
        href={`#${anchor.id}`}
        aria-current={current ? "true" : undefined}
        onClick={(event) => {
          // Leave the URL unchanged, because it holds the page's state.
          event.preventDefault();
          const heading = document.getElementById(`${anchor.id}-t`);
          heading?.focus({ preventScroll: true });
          heading?.closest("form")?.scrollIntoView({ block: "start" });
        }}
      >
        {anchor.label}
      </a>
    </li>
  );
}
