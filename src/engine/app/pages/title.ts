/** Browser tab title: the number of orders awaiting the user, the page name and the product name. */
import { useEffect } from "react";
import { getProductName } from "../client/i18n.ts";

/** Sets the document title. */
export function useTitle(page: string, waiting = 0): void {
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ""}${page} · ${getProductName()}`;
  }, [page, waiting]);
}
