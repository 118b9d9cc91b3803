/** The top tabs: as many as fit, the rest under "more". A tab that is not open yet says why. */
import { ChevronDown } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { t } from "../../client/i18n.ts";
import { Go } from "../Go.tsx";
import type { MenuItem } from "../menu.ts";
import { Disclosure } from "./Disclosure.tsx";

export function Tabs({ items }: { items: MenuItem[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [fitting, setFitting] = useState(items.length);
  const { pathname } = useLocation();
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    // Tabs wrap onto hidden lines; those on the first line fit.
    const measure = () => setFitting([...element.children].filter((child) => (child as HTMLElement).offsetTop < 8).length);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [items]);
  const rest = items.slice(fitting);
  return (
    <nav className="tabs" aria-label={t("menu")}>
      <ul ref={list}>
        {items.map((item, index) => (
          <li key={item.path} className={index < fitting ? undefined : "tab-off"}>
            <TabLink item={item} here={item.path === pathname} />
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <Disclosure
          className="tabs-more"
          button={
            <>
              {t("more")}
              <ChevronDown size={16} strokeWidth={1.5} aria-hidden />
            </>
          }
        >
          {(close) => (
            <ul onClick={close}>
              {rest.map((item) => (
                <li key={item.path}>
                  <TabLink item={item} here={item.path === pathname} />
                </li>
              ))}
            </ul>
          )}
        </Disclosure>
      )}
    </nav>
  );
}

/** Blocked items still lead somewhere: to the page's gate, which says why and what to do. */
export function TabLink({ item, here }: { item: MenuItem; here: boolean }) {
  return (
    <Go
      to={item.path}
      className="tab"
      aria-current={here ? "page" : undefined}
      data-blocked={item.blocked || undefined}
      title={item.blocked ? t("tabBlocked", { label: item.label }) : undefined}
    >
      {item.label}
    </Go>
  );
}
