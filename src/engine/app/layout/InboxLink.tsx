/** Link to the inbox with the number of records awaiting the user. */
import { Inbox } from "lucide-react";
import { t } from "../client/i18n.ts";
import { APPROVALS, useApprovals } from "../data/approvals.tsx";
import { findPageLink } from "../routing/page-links.ts";
import { GuardedLink } from "../routing/GuardedLink.tsx";

const MAX_SHOWN = 99;

/** Renders nothing without a page that lists what awaits the user. */
export function InboxLink() {
  const { total } = useApprovals();
  const inbox = findPageLink(APPROVALS, "list");
  if (!inbox) return null;
  return (
    <GuardedLink
      to={inbox.href}
      className="icon-btn inbox-link"
      aria-label={total > 0 ? t("inbox.openWaiting", { n: total }) : t("inbox.open")}
    >
      <Inbox size={20} strokeWidth={1.5} aria-hidden />
      {total > 0 && (
        <span className="bell-count" aria-hidden>
          {total > MAX_SHOWN ? `${MAX_SHOWN}+` : total}
        </span>
      )}
    </GuardedLink>
  );
}
