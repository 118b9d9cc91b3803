/** Says what a page is for. Loaded on demand, because only a merchant who is not certified reads it. */
import { useLoaded, usePorts } from "@portolan/engine/ui";
import { loadAbout } from "../data/schemas.ts";

export function About({ path }: { path: string }) {
  const { lang } = usePorts();
  return <p>{useLoaded(loadAbout, lang)?.[path] ?? "\u00A0"}</p>;
}
