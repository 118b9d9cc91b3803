/** Standing of the user's account: text where space allows, otherwise an icon with an accessible name. */
import { t } from "../client/i18n.ts";
import { getApp } from "../options.ts";
import { GuardedLink } from "../routing/GuardedLink.tsx";
import { useGrants } from "../session/grants.tsx";
import { readStanding } from "../session/user.ts";

/**
 * With `onGo`, the text links to the page that leads to the next access level; a click calls `onGo`. Renders nothing for
 * a product in which every account is open.
 */
export function StandingStatus({ className = "", onGo }: { className?: string; onGo?(): void }) {
  const standing = readStanding(useGrants().user);
  if (!standing) return null;
  const props = { className: `status ${className}`, "data-tone": standing.tone };
  const label = t(`status.${standing.state}`);
  return onGo ? (
    <GuardedLink to={getApp().standing?.path ?? "/"} {...props} onClick={onGo}>
      {label}
    </GuardedLink>
  ) : (
    <span {...props}>{label}</span>
  );
}

/** Small round badge overlaid on another icon. Pass `id` to use its text as the description of a button. */
export function StandingBadge({ id, className }: { id?: string; className: string }) {
  const standing = readStanding(useGrants().user);
  if (!standing) return null;
  return (
    <span className={`standing-badge ${className}`} data-tone={standing.tone}>
      <span aria-hidden>{standing.sign}</span>
      <span className="sr-only" id={id}>{` ${t(`status.${standing.state}`)}`}</span>
    </span>
  );
}
