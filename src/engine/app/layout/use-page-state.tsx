/** State of a layout component that is scoped to the current page. */
import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";

/** Like `useState`, but resets to undefined when the page changes, which closes the open menu or dialog. */
export function usePageState<T>() {
  const { pathname } = useLocation();
  const [value, setValue] = useState<T>();
  useEffect(() => () => setValue(undefined), [pathname]);
  return [value, setValue] as const;
}
