/** Certification status of the merchant: text where space allows, otherwise an icon with an accessible name. */
import { t } from "../../client/i18n.ts";
import { GuardedLink } from "../routing/GuardedLink.tsx";
import { CERTIFICATION } from "../routing/paths.ts";

const TONE: Record<string, string> = { "1": "success", "0": "info", "-1": "danger", "4": "warning" };
const SIGN: Record<string, string> = { "1": "✓", "0": "…", "-1": "!", "4": "!" };

/**
 * `status`: the merchant's `userStatus`. With `onGo`, the text links to the certification page; a click calls `onGo`.
 */
export function CertificationStatus({
  status,
  className = "",
  onGo,
}: {
  status: number;
  className?: string;
  onGo?(): void;
}) {
  const props = { className: `status ${className}`, "data-tone": TONE[String(status)] };
  const label = t(`status.${status}`);
  return onGo ? (
    <GuardedLink to={CERTIFICATION} {...props} onClick={onGo}>
      {label}
    </GuardedLink>
  ) : (
    <span {...props}>{label}</span>
  );
}

/** Small round badge overlaid on another icon. Pass `id` to use its text as the description of a button. */
export function CertificationBadge({ status, id, className }: { status: number; id?: string; className: string }) {
  return (
    <span className={`certification-badge ${className}`} data-tone={TONE[String(status)]}>
      <span aria-hidden>{SIGN[String(status)]}</span>
      <span className="sr-only" id={id}>{` ${t(`status.${status}`)}`}</span>
    </span>
  );
}
