/**
 * Calendar of a date input: MUI X's calendar in a popover, in the page's language and the dialect's time zone. Loaded
 * on the first hover or focus of its button.
 */
import Popover from "@mui/material/Popover";
import { AdapterDayjs } from "@mui/x-date-pickers/AdapterDayjs";
import { DateCalendar } from "@mui/x-date-pickers/DateCalendar";
import { LocalizationProvider } from "@mui/x-date-pickers/LocalizationProvider";
import { PickerDay, type PickerDayProps } from "@mui/x-date-pickers/PickerDay";
import dayjs, { type Dayjs } from "dayjs";
import "dayjs/locale/en-gb";
import "dayjs/locale/zh-cn";
import { createContext, type RefObject, useContext } from "react";
import type { Lang } from "../model/entity.ts";
import { MuiTheme } from "../overlay/mui-theme.tsx";
import { pickText, type EngineTexts } from "../base/engine-texts.ts";

export interface CalendarProps {
  label: string;
  /** The element below which the calendar opens. */
  anchor: RefObject<HTMLElement | null>;
  /** The day as `YYYY-MM-DD`. */
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  /** Today in the dialect's zone. */
  today: string;
  lang: Lang;
  t(key: string, params?: Record<string, string | number>): string;
  onChoose(day: string): void;
  onClose(): void;
}

const ISO = "YYYY-MM-DD";
/** Locales in which weeks begin on Monday. */
const LOCALES: EngineTexts = { zh: "zh-cn", en: "en-gb" };
const SPOKEN: EngineTexts = { zh: "YYYY年M月D日dddd", en: "dddd, D MMMM YYYY" };
const MONTH: EngineTexts = { zh: "YYYY年M月", en: "MMMM YYYY" };

/** Converts a day to a date of MUI's adapter. Undefined when the text is not a day. */
function toDate(day: string | undefined): Dayjs | undefined {
  const date = day === undefined ? undefined : dayjs(day);
  return date?.format(ISO) === day ? date : undefined;
}
/** Returns the props that set a limit, which are empty when there is no limit. */
const buildLimit = (name: "minDate" | "maxDate", date: Dayjs | undefined) => (date ? { [name]: date } : {});

const Today = createContext({ today: "", spoken: SPOKEN.en });

export function Calendar({ label, anchor, today, lang, t, onChoose, onClose, ...days }: CalendarProps) {
  const weekdays = t("form.weekdays").split(" ");
  return (
    <MuiTheme>
      <Popover
        open
        anchorEl={anchor.current}
        anchorOrigin={{ vertical: "bottom", horizontal: "left" }}
        onClose={onClose}
        // The input moves the focus itself, for example to the time after a day is chosen.
        disableRestoreFocus
        transitionDuration={0}
        slotProps={{ paper: { className: "pf-calendar", role: "dialog", "aria-label": label } }}
      >
        <LocalizationProvider
          dateAdapter={AdapterDayjs}
          adapterLocale={pickText(LOCALES, lang)}
          localeText={{
            previousMonth: t("form.monthBefore"),
            nextMonth: t("form.monthAfter"),
            calendarViewSwitchingButtonAriaLabel: (view) => t(view === "year" ? "form.monthDays" : "form.monthYears"),
          }}
        >
          <Today value={{ today, spoken: pickText(SPOKEN, lang) }}>
            <DateCalendar
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- users who open the calendar want its days
              autoFocus
              reduceAnimations
              showDaysOutsideCurrentMonth
              value={toDate(days.value) ?? null}
              referenceDate={dayjs(today)}
              {...buildLimit("minDate", toDate(days.min))}
              {...buildLimit("maxDate", toDate(days.max))}
              dayOfWeekFormatter={(date) => weekdays[(date.day() + 6) % 7] ?? ""}
              slots={{ day: Day }}
              slotProps={{ calendarHeader: { format: pickText(MONTH, lang) } }}
              onChange={(date, state) => state === "finish" && date && onChoose(date.format(ISO))}
            />
          </Today>
        </LocalizationProvider>
      </Popover>
    </MuiTheme>
  );
}

/** In MUI Page Up shows the next month; in the WAI-ARIA calendar pattern it shows the previous one. */
const PAGES: Readonly<Record<string, string>> = { PageUp: "PageDown", PageDown: "PageUp" };

/**
 * A day whose accessible name includes the weekday. Today is determined by the dialect's zone; MUI uses that of the
 * device.
 */
function Day({ today: _device, ...props }: PickerDayProps) {
  const { today, spoken } = useContext(Today);
  const isToday = props.day.format(ISO) === today;
  return (
    <PickerDay
      {...props}
      today={isToday}
      onKeyDown={(event, day) => {
        const key = PAGES[event.key];
        props.onKeyDown?.(key ? Object.create(event, { key: { value: key } }) : event, day);
      }}
      aria-current={isToday ? "date" : undefined}
      aria-label={props.day.format(spoken)}
    />
  );
}
