/**
 * Shortcuts to the pages granted to the user. A locked one is marked and links to the page that explains why. Hidden
 * while all are locked, because the setup steps then say what opens them.
 */
import { Lock } from "lucide-react";
import { type Shell, t } from "@portolan/engine/app";
import { Link } from "@portolan/engine/ui";
import { Card } from "./Card.tsx";

/** Maximum number of shortcuts. */
const MAX_LINKS = 6;

export function QuickLinks({ shell }: { shell: Shell }) {
  if (shell.quick.every(({ blocked }) => blocked)) return null;
  return (
    <Card name="quick" title={t("home.quick")}>
      <ul className="hm-tiles">
        {shell.quick.slice(0, MAX_LINKS).map(({ path, label, blocked }) => (
          <li key={path}>
            <Link href={path} className="hm-tile">
              <span>{label}</span>
              {blocked && (
                <span className="hm-lock">
                  <Lock size={14} strokeWidth={1.5} aria-hidden />
                  <span className="sr-only">{t("home.afterCertification")}</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
