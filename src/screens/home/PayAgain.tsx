/** Recent payees; a click starts a payment to one of them. The last button adds a payee. */
import { fetchCall, type Shell, t } from "@portolan/engine/app";
import { Link, usePorts, useRead } from "@portolan/engine/ui";
import { Card } from "./Card.tsx";

const PAYEES = 4;
/** Number of recent payments searched for payees. */
const LAST = 20;

export function PayAgain({ shell }: { shell: Shell }) {
  const ports = usePorts();
  const form = shell.findLink("withdrawal", "create");
  const add = shell.findLink("payee", "create");
  const { data = [] } = useRead(
    ["withdrawal", "payees"],
    async () => {
      const { list } = await fetchCall(ports, "withdrawal.list", { status: "done", size: LAST });
      const payees = new Map(list.map(({ accountId, holder }) => [accountId, holder]));
      return [...payees].slice(0, PAYEES);
    },
    { enabled: form !== undefined },
  );
  if (!form || data.length === 0) return null;
  return (
    <Card name="again" title={t("home.again")}>
      <ul className="hm-payees">
        {data.map(([id, holder]) => (
          <li key={id}>
            <Link href={`${form.href}&accountId=${encodeURIComponent(id)}`} className="hm-payee">
              <span className="avatar" aria-hidden>
                {holder?.slice(0, 1)}
              </span>
              <span>{holder}</span>
            </Link>
          </li>
        ))}
        {add && (
          <li>
            <Link href={add.href} className="hm-payee" aria-label={add.label}>
              ＋
            </Link>
          </li>
        )}
      </ul>
    </Card>
  );
}
