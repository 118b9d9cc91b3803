/** Why what the user opened is closed, and a link to the page that opens it. */
import { t } from "../client/i18n.ts";
import { getApp } from "../options.ts";
import { GuardedLink } from "../routing/GuardedLink.tsx";
import { useGrants } from "../session/grants.tsx";
import { readStanding } from "../session/user.ts";

/** Returns the text of the gate in the user's standing. */
export const useGateText = (key: "gate" | "gateTitle" | "gateGo"): string =>
  t(`${key}.${readStanding(useGrants().user)?.state}`);

export const GateReason = () => <p>{useGateText("gate")}</p>;

export function GateLink({ onClick }: { onClick?(): void }) {
  return (
    <GuardedLink to={getApp().standing?.path ?? "/"} className="btn" data-main onClick={onClick}>
      {useGateText("gateGo")}
    </GuardedLink>
  );
}
