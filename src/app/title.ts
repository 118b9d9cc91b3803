/** The tab's title: the page, the product, and before them how many orders wait for this person. */
import { useEffect } from "react";
import { t } from "../client/i18n.ts";

/** Source: specification 9 (page title). */
export function useTitle(page: string, waiting = 0): void {
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ""}${page} · ${t("brand")} ${t("product")}`;
  }, [page, waiting]);
}
