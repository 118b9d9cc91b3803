/** Banner shown while the browser is offline, explaining what happens to unsaved input. */
import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";
import { t } from "../client/i18n.ts";

const subscribe = (listener: () => void) => {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
};
export function Offline() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className="offline" hidden={online}>
      {!online && (
        <>
          <WifiOff size={16} strokeWidth={1.5} aria-hidden />
          {t("offline")}
        </>
      )}
    </div>
  );
}
