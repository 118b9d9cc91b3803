/** Contestant: MUI's DataGrid as documented in its manual, with all 100 rows rendered like in a list page. */
import { createTheme, CssBaseline, ThemeProvider } from "@mui/material";
import { DataGrid, type GridColDef, useGridApiRef } from "@mui/x-data-grid";
import { createRoot, type Root } from "react-dom/client";
import { COLUMNS, type OrderRow, STATES } from "../make.ts";
import { rows, serveList } from "../page.ts";

const words = new Map(STATES.map(([value, , en]) => [value as string, en as string]));
const day = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone: "Asia/Shanghai" });
const columns: GridColDef<OrderRow>[] = COLUMNS.map((name) => ({
  field: name,
  width: 150,
  ...(name === "amount" || name === "fee" ? { type: "number", valueGetter: (value: string) => Number(value) } : {}),
  ...(name === "status" ? { valueFormatter: (value: string) => words.get(value) ?? value } : {}),
  ...(name === "createdAt" ? { valueFormatter: (value: string) => day.format(new Date(value)) } : {}),
}));
const theme = createTheme();
let api: ReturnType<typeof useGridApiRef>;

function List() {
  api = useGridApiRef();
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline />
      <div style={{ height: 5_400, width: 1_260 }}>
        <DataGrid
          apiRef={api}
          rows={rows}
          columns={columns}
          getRowId={(row) => row.orderNo}
          disableVirtualization
          hideFooter
        />
      </div>
    </ThemeProvider>
  );
}
let root: Root;
serveList({
  row: "[role=row][data-id]",
  mount(host) {
    root = createRoot(host);
    root.render(<List />);
  },
  unmount: () => root.unmount(),
  sort: (descending) => void api.current!.sortColumn("amount", descending ? "desc" : "asc"),
  filter: (on) =>
    api.current!.setFilterModel({ items: on ? [{ field: "status", operator: "equals", value: "done" }] : [] }),
});
