/**
 * Shown instead of a page whose access level the user has not reached: what the page is for, why it is closed, and a
 * link to the page that opens it.
 */
import { useLocation } from "react-router-dom";
import { About } from "../layout/About.tsx";
import { GateLink, GateReason, useGateText } from "../layout/GateParts.tsx";
import { Art } from "../layout/Art.tsx";
import { Heading } from "../../react/Heading.tsx";
import { useTitle } from "./title.ts";

export function Gate({ label }: { label: string }) {
  useTitle(label);
  const { pathname } = useLocation();
  return (
    <section className="state state-page">
      <Art />
      <Heading>{label}</Heading>
      <About path={pathname} />
      <h2>{useGateText("gateTitle")}</h2>
      <GateReason />
      <GateLink />
    </section>
  );
}
