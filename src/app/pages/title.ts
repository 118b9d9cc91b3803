/** Title of the browser tab: the number of orders that wait for the user, the page, the product. */
import { useEffect } from "react";
import { t } from "../../client/i18n.ts";

/** Source: specification 9 (page title). */
export function useTitle(page: string, waiting = 0): void {
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ""}${page} · ${t("brand")} ${t("product")}`;
  }, [page, waiting]);
}
