/** Page for an unknown URL, with a link to the home page. */
import { useSearchParams } from "react-router-dom";
import { t } from "../client/i18n.ts";
import { GuardedLink } from "../routing/GuardedLink.tsx";
import { Art } from "../layout/Art.tsx";
import { useTitle } from "./title.ts";

export function NotFound() {
  const [params] = useSearchParams();
  useTitle(t("notFound"));
  const from = params.get("from");
  return (
    <section className="state state-page">
      <Art />
      <h1>{t("notFound")}</h1>
      {from && <p>{t("notFoundHelp", { path: from })}</p>}
      <GuardedLink to="/" className="btn" data-main>
        {t("goHome")}
      </GuardedLink>
    </section>
  );
}
