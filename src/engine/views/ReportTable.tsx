/** Figures of a report as a table, latest first. */
import type { ReportPlan } from "../view-types/report.ts";
import type { Bar } from "./read-figures.ts";

interface ReportTableProps {
  label: string;
  /** Header of the column with days or months. */
  date: string;
  plan: ReportPlan;
  names: readonly string[];
  bars: readonly Bar[];
}
export function ReportTable({ label, date, plan, names, bars }: ReportTableProps) {
  return (
    <table className="pv-report-table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{date}</th>
          {names.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bars.toReversed().map((bar) => (
          <tr key={bar.label}>
            <th scope="row">{bar.label}</th>
            {plan.measures.map(({ sign }) => (
              <td key={sign} data-zero={(sign === "in" ? bar.up : bar.down) === 0 || undefined}>
                {sign === "in" ? bar.upText : bar.downText}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
