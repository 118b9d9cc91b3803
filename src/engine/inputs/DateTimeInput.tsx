/** Input for an instant in the dialect's time zone, typed or with its day chosen from a calendar. */
import { useRef } from "react";
import { formatDay, formatWallClock, formatZone } from "../base/time-zone.ts";
import { TextControl } from "../controls/TextControl.tsx";
import { type InputProps, useForm } from "../controls/model.tsx";
import { readText } from "../kinds/shared.ts";
import { DayButton } from "./DayButton.tsx";
import { parseInstant } from "../kinds/dates.ts";

const DAY_DIGITS = 10;
const MIDNIGHT = "00:00:00";

export function DateTimeInput(props: InputProps) {
  const { leaf, spec, aria } = props;
  const { store, ports } = useForm();
  const { zone } = ports.dialect;
  const anchor = useRef<HTMLSpanElement>(null);
  const limit = (bound: "Minimum" | "Maximum") =>
    readText(spec.field, `format${bound}`) ?? readText(spec.field, `formatExclusive${bound}`);
  const clock = () => {
    const ms = parseInstant(leaf.value);
    return ms === undefined ? undefined : formatWallClock(ms, zone);
  };
  const dayOf = (instant: string | undefined) => {
    const ms = parseInstant(instant);
    return ms === undefined ? undefined : formatDay(ms, zone);
  };
  const choose = (day: string) => {
    store.type(leaf, `${day} ${clock()?.slice(DAY_DIGITS + 1) ?? MIDNIGHT}`);
    leaf.control?.write();
    // The day has just been chosen, so select the time, which is entered next.
    const input = anchor.current?.querySelector("input");
    input?.focus();
    input?.setSelectionRange(DAY_DIGITS + 1, input.value.length);
  };
  const zoneId = `${aria.id}-z`;
  return (
    <span className="pf-affix pf-zoned">
      <span className="pf-affix pf-holds" ref={anchor}>
        <TextControl
          {...props}
          aria={{ ...aria, "aria-describedby": `${aria["aria-describedby"]} ${zoneId}` }}
          spec={{ ...spec, placeholder: spec.placeholder ?? "YYYY-MM-DD HH:mm:ss" }}
          attributes={{ maxLength: 40 }}
        />
        <DayButton
          label={spec.label}
          anchor={anchor}
          value={() => clock()?.slice(0, DAY_DIGITS)}
          min={dayOf(limit("Minimum"))}
          max={dayOf(limit("Maximum"))}
          onChoose={choose}
        />
      </span>
      <span className="pf-iso" id={zoneId}>
        {formatZone(zone)}
      </span>
    </span>
  );
}
