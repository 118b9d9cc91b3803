/** Says what a page is for. Loaded on demand, because only users below the highest access level read it. */
import { useLoaded } from "../../data/use-loaded.tsx";
import { usePorts } from "../../react/ports-context.tsx";
import { loadAbout } from "../data/schemas.ts";

export function About({ path }: { path: string }) {
  const { lang } = usePorts();
  return <p>{useLoaded(loadAbout, lang)?.[path] ?? "\u00A0"}</p>;
}
