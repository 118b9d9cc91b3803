/** Row of the account settings: what is set, its value or state, and one button. */
import type { ReactNode } from "react";
import { GuardedLink } from "../routing/GuardedLink.tsx";

export interface Setting {
  label: string;
  text?: string | undefined;
  /** Tone of a state. A value without a tone is plain text. */
  tone?: "success" | "warning" | "info" | "danger" | undefined;
  to?: string | undefined;
  /** Label of the button, required with `to`. */
  go?: string;
}

export function SettingRow({ label, text, tone, to, go, children }: Setting & { children?: ReactNode }) {
  return (
    <li>
      <span className="setting-label">{label}</span>
      {text !== undefined && (
        <span className={tone ? "status" : "setting-value"} data-tone={tone}>
          {text}
        </span>
      )}
      {to !== undefined && (
        <GuardedLink to={to} className="btn" data-small aria-label={`${go} ${label}`}>
          {go}
        </GuardedLink>
      )}
      {children}
    </li>
  );
}
