/** Records that users choose again and again: a line each, with a star, its last use and its main links. */
import type { ViewOf } from "../model/views.ts";
import { Link } from "../react/Link.tsx";
import { usePorts } from "../react/ports-context.tsx";
import type { ViewProps } from "../react/view-part.tsx";
import { Pager } from "../table/Pager.tsx";
import { useListPage } from "../table/use-list-page.tsx";
import { DirectoryRow } from "./DirectoryRow.tsx";
import { ListTools } from "./ListTools.tsx";
import { useUses } from "./use-uses.tsx";
import { ViewFrame } from "./ViewFrame.tsx";
import { WaitingLines } from "./WaitingLines.tsx";
import "./directory.css";

type Props = ViewProps<ViewOf<"directory">>;

export function Directory(props: Props) {
  const { entity, id, view, embedded } = props;
  const list = useListPage(props);
  const { state, query } = list;
  const uses = useUses(entity, id, view.plan, state.rows);
  const { lang, canOpen } = usePorts();
  const links = view.plan.links?.filter(({ to }) => canOpen?.(to) !== false);
  return (
    <ViewFrame
      page={props}
      list={list}
      tools={embedded === undefined && <ListTools page={props} list={list} />}
      actions={links?.map(({ name, to }) => (
        <Link key={name} className="btn" href={to}>
          {entity.text(`views.${id}.${name}`, lang)}
        </Link>
      ))}
      main={view.plan.main}
      isReady={uses.isReady}
      waiting={<WaitingLines />}
    >
      <div className="pt-card-frame">
        <ul className="pv-directory">
          {state.rows.map((row) => (
            <DirectoryRow
              key={String(row[entity.key])}
              entity={entity}
              id={id}
              plan={view.plan}
              row={row}
              list={list}
              use={uses.describe(row)}
            />
          ))}
        </ul>
        <Pager entity={entity} query={query} state={state} onChange={list.write} beyond={list.beyond} />
      </div>
    </ViewFrame>
  );
}
