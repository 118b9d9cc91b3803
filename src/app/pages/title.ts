/** Browser tab title: the number of orders awaiting the user, the page name and the product name. */
import { useEffect } from "react";
import { t } from "../../client/i18n.ts";

/** Sets the document title. Source: specification 9 (page title). */
export function useTitle(page: string, waiting = 0): void {
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ""}${page} · ${t("brand")} ${t("product")}`;
  }, [page, waiting]);
}
