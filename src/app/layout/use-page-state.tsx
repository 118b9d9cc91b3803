/** State of a part of the frame that belongs to the open page. */
import { useEffect, useState } from "react";
import { useLocation } from "react-router-dom";

/** Returns a value and its setter like `useState`. Becomes undefined when another page opens: a menu or dialog of the frame closes then. */
export function usePageState<T>() {
  const { pathname } = useLocation();
  const [value, setValue] = useState<T>();
  useEffect(() => () => setValue(undefined), [pathname]);
  return [value, setValue] as const;
}
