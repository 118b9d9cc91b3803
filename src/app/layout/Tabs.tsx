/** Top tabs: those that fit, the rest under "more". A blocked tab shows the reason. */
import { ChevronDown } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { t } from "../../client/i18n.ts";
import { NavItem } from "../routing/NavItem.tsx";
import type { MenuItem } from "../routing/menu.ts";
import { useWaiting } from "./waiting.tsx";
import { ClosedTab } from "./ClosedTab.tsx";
import { Disclosure } from "./Disclosure.tsx";

export function Tabs({ items }: { items: MenuItem[] }) {
  const list = useRef<HTMLUListElement>(null);
  const [fitting, setFitting] = useState(items.length);
  const { pathname } = useLocation();
  const waiting = useWaiting();
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    // Tabs wrap onto hidden lines; those on the first line fit.
    const measure = () =>
      setFitting([...element.children].filter((child) => (child as HTMLElement).offsetTop < 8).length);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
    // A count changes the width of its tab.
  }, [items, waiting]);
  const rest = items.slice(fitting);
  return (
    <nav className="tabs" aria-label={t("menu")}>
      <ul ref={list}>
        {items.map((item, index) => (
          <li key={item.path} className={index < fitting ? undefined : "tab-off"}>
            <TabLink item={item} waiting={waiting.get(item.path)} />
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <Disclosure
          className="tabs-more"
          current={rest.some((item) => item.path === pathname)}
          button={
            <>
              {t("more")}
              <ChevronDown size={16} strokeWidth={1.5} aria-hidden />
            </>
          }
        >
          {(close) => (
            <ul onClick={(event) => (event.target as Element).closest("a") && close()}>
              {rest.map((item) => (
                <li key={item.path}>
                  <TabLink item={item} waiting={waiting.get(item.path)} />
                </li>
              ))}
            </ul>
          )}
        </Disclosure>
      )}
    </nav>
  );
}

const MAX_SHOWN = 99;

/** `waiting`: number of orders behind the tab that wait for the user. Before certification it shows the reason instead of navigating. */
export function TabLink({ item, waiting }: { item: MenuItem; waiting?: number | undefined }) {
  const id = useId();
  if (item.closed !== undefined) return <ClosedTab item={item} status={item.closed} />;
  return (
    <>
      <NavItem to={item.path} className="tab" aria-describedby={waiting ? id : undefined}>
        {item.label}
      </NavItem>
      {waiting ? (
        <span className="badge" id={id}>
          <span aria-hidden>{waiting > MAX_SHOWN ? `${MAX_SHOWN}+` : waiting}</span>
          <span className="sr-only">{t("waiting", { n: waiting })}</span>
        </span>
      ) : null}
    </>
  );
}
