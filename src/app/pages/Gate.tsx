/**
 * Shown instead of a business page while the merchant is not certified: the reason and, unless the certification is
 * under review, a link to the certification page.
 */
import { t } from "../../client/i18n.ts";
import { usePorts } from "../../engine/ui.tsx";
import { GuardedLink } from "../routing/GuardedLink.tsx";
import { Rhumbs } from "../theme/Rhumbs.tsx";
import { pages } from "../routing/pages.ts";
import { CERTIFICATION } from "../routing/paths.ts";
import { useTitle } from "./title.ts";

export function Gate({ status, label }: { status: number; label: string }) {
  const { lang } = usePorts();
  useTitle(label);
  const target = pages.find((page) => page.path === CERTIFICATION);
  return (
    <section className="state state-page">
      <Rhumbs />
      <h1>{label}</h1>
      <h2>{t("gateTitle")}</h2>
      <p>{t(`gate.${status}`)}</p>
      {target && status !== 0 && (
        <GuardedLink to={target.path} className="btn" data-main>
          {target.label[lang]}
        </GuardedLink>
      )}
    </section>
  );
}
