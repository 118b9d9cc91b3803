/**
 * Shown instead of a business page while the merchant is not certified: what the page is for, why it is closed, and a
 * link to the certification page.
 */
import { useLocation } from "react-router-dom";
import { t } from "../../client/i18n.ts";
import { About } from "../layout/About.tsx";
import { GuardedLink } from "../routing/GuardedLink.tsx";
import { Rhumbs } from "../theme/Rhumbs.tsx";
import { CERTIFICATION } from "../routing/paths.ts";
import { useTitle } from "./title.ts";

export function Gate({ status, label }: { status: number; label: string }) {
  useTitle(label);
  const { pathname } = useLocation();
  return (
    <section className="state state-page">
      <Rhumbs />
      <h1>{label}</h1>
      <About path={pathname} />
      <h2>{t(`gateTitle.${status}`)}</h2>
      <p>{t(`gate.${status}`)}</p>
      <GuardedLink to={CERTIFICATION} className="btn" data-main>
        {t(`gateGo.${status}`)}
      </GuardedLink>
    </section>
  );
}
