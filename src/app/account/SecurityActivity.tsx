/** Latest entries of the security log. */
import { call } from "../../client/call.ts";
import { useLoaded, Value } from "../../engine/ui.tsx";
import { loadEntity } from "../data/schemas.ts";

/** Number of entries shown. The list has all of them. */
const LATEST = 3;

/** Renders nothing until the entries are loaded, or if they fail to load: the row links to the list. */
export function SecurityActivity() {
  const loaded = useLoaded(
    () => Promise.all([loadEntity("securityLog"), call("securityLog.list")]).catch(() => undefined),
    "latest",
  );
  if (!loaded) return null;
  const [entity, { list, labels }] = loaded;
  return (
    <ul className="account-log">
      {list.slice(0, LATEST).map((row) => (
        <li key={row.id}>
          {["createdAt", "action", "result", "ip"].map((name) => (
            <span key={name}>
              <Value entity={entity} field={entity.field(name)} row={{ ...row }} labels={labels} />
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
