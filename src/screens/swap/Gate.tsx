/** Shows an unmet precondition of the exchange, with a link to resolve it. */
import { translateFailure, t } from "@portolan/engine/app";
import { Link, usePorts, useRead } from "@portolan/engine/ui";

const PAY_PASSWORD = "/personalCenter?tab=payPassword";

/** Returns whether the payment password is missing. False until loaded, because the server checks anyway. */
export function usePayPasswordMissing(): boolean {
  const ports = usePorts();
  const { data } = useRead(["swap", "user"], async () => ({ user: await ports.context("user") }));
  return data?.user?.payPasswordSet === false;
}

export function PayPasswordGate() {
  return (
    <p className="sw-notice" data-tone="warning">
      {translateFailure("setPayPasswordFirst")} <Link href={PAY_PASSWORD}>{t("swap.setPay")}</Link>
    </p>
  );
}
