/** Sums, links, search and filters above the records of an activity view. */
import { Link } from "../react/Link.tsx";
import { useWidth } from "../react/use-width.tsx";
import type { ViewProps } from "../react/view-part.tsx";
import type { ListPage } from "../table/use-list-page.tsx";
import type { ViewOf } from "../model/views.ts";
import { ActivitySums } from "./ActivitySums.tsx";
import { ListTools } from "./ListTools.tsx";

interface ToolsProps {
  page: ViewProps<ViewOf<"activity">>;
  list: ListPage;
}
/** The sums precede the filters on wide screens, and follow them on others. */
export function ActivityTools({ page, list }: ToolsProps) {
  const { entity, id, view, preset } = page;
  const isWide = useWidth() === "wide";
  const tools = <ListTools page={page} list={list} />;
  return (
    <>
      {!isWide && tools}
      <ActivitySums entity={entity} id={id} plan={view.plan} query={list.query} preset={preset}>
        <Links {...page} />
      </ActivitySums>
      {isWide && tools}
    </>
  );
}

/** Links to the lists and reports that stand under this one. */
function Links({ under = [] }: ToolsProps["page"]) {
  if (under.length === 0) return null;
  return (
    <span className="pv-activity-links">
      {under.map(({ label, href, go }) => (
        <Link key={href} href={href} go={go}>
          {label}
        </Link>
      ))}
    </span>
  );
}
