/** Contestant: hand-written MUI, with one component per field that has its own state. */
import {
  Button,
  Card,
  CardContent,
  Checkbox,
  CssBaseline,
  FormControlLabel,
  MenuItem,
  TextField,
  ThemeProvider,
  Typography,
  createTheme,
} from "@mui/material";
import { type RefObject, memo, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";
import { CHOICES, type FormField, createFormPlan, type FormPlan, MAX_TEXT } from "../make.ts";
import { serve } from "../page.ts";

const theme = createTheme();
interface Registered {
  check(): boolean;
  focus(): void;
}
type Registry = RefObject<Set<Registered>>;

function findProblem(field: FormField, value: string): string {
  if (value.trim() === "") return field.required ? "Required" : "";
  if (field.sort === "string" && value.length > MAX_TEXT) return `At most ${MAX_TEXT} characters`;
  if (field.sort === "decimal" && !/^-?\d+(\.\d{1,2})?$/.test(value)) return "Not an amount";
  return "";
}

const Field = memo(function Field({ field, registry }: { field: FormField; registry: Registry }) {
  const [value, setValue] = useState("");
  const [error, setError] = useState("");
  const live = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef(value);
  latest.current = value;
  useEffect(() => {
    const own: Registered = {
      check() {
        live.current = true;
        const message = findProblem(field, latest.current);
        setError(message);
        return message === "";
      },
      focus: () => input.current?.focus(),
    };
    registry.current.add(own);
    return () => void registry.current.delete(own);
  }, [field, registry]);
  if (field.sort === "boolean")
    return (
      <FormControlLabel
        label={field.label}
        control={<Checkbox checked={value === "true"} onChange={(event) => setValue(String(event.target.checked))} />}
      />
    );
  return (
    <TextField
      fullWidth
      label={field.label}
      required={field.required}
      select={field.sort === "enum"}
      type={field.sort === "date" ? "date" : "text"}
      slotProps={field.sort === "date" ? { inputLabel: { shrink: true } } : undefined}
      value={value}
      error={error !== ""}
      helperText={error || " "}
      inputRef={input}
      autoComplete="off"
      onChange={(event) => {
        setValue(event.target.value);
        if (live.current) setError(findProblem(field, event.target.value));
      }}
      onBlur={() => {
        if (value === "") return;
        live.current = true;
        setError(findProblem(field, value));
      }}
    >
      {field.sort === "enum"
        ? CHOICES.map((choice) => (
            <MenuItem key={choice} value={choice}>
              {choice}
            </MenuItem>
          ))
        : undefined}
    </TextField>
  );
});

function Whole({ plan }: { plan: FormPlan }) {
  const registry = useRef(new Set<Registered>());
  const groups = plan.rows
    ? Array.from({ length: plan.rows.count }, (_, row) => ({
        id: `r${row}`,
        title: `Party ${row + 1}`,
        fields: plan.rows!.fields,
      }))
    : plan.sections;
  return (
    <ThemeProvider theme={theme}>
      <CssBaseline />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          let first: Registered | undefined;
          flushSync(() => {
            for (const item of registry.current) if (!item.check()) first ??= item;
          });
          first?.focus();
        }}
      >
        {groups.map(({ id, title, fields }) => (
          <Card key={id} variant="outlined" sx={{ maxWidth: 720, margin: "0 auto 16px" }}>
            <CardContent sx={{ display: "grid", gap: 1 }}>
              <Typography variant="h6">{title}</Typography>
              {fields.map((field) => (
                <Field key={field.name} field={field} registry={registry} />
              ))}
              {plan.rows && <Button>Remove</Button>}
            </CardContent>
          </Card>
        ))}
        <Button type="submit" variant="contained">
          Submit
        </Button>
      </form>
    </ThemeProvider>
  );
}
const plans = new Map(["f40", "f200", "a50"].map((name) => [name, createFormPlan(name as never)]));
let root: Root | undefined;
let host: HTMLElement;

serve({
  errors: ".MuiFormHelperText-root.Mui-error",
  mount(name, into) {
    host = into;
    root = createRoot(host);
    root.render(<Whole plan={plans.get(name)!} />);
  },
  unmount: () => root?.unmount(),
  submit: () => host.querySelector<HTMLElement>("button[type=submit]")!.click(),
});
