/** Baseline: inputs rendered with `innerHTML`, one listener, errors as text. */
import "./native.css";
import { CHOICES, type FormField, createFormPlan, MAX_TEXT } from "../make.ts";
import { serve } from "../page.ts";

const escape = (text: string) =>
  text.replace(/[&<"]/g, (letter) => ({ "&": "&amp;", "<": "&lt;", '"': "&quot;" })[letter]!);
let form: HTMLFormElement | undefined;
let fields = new Map<string, FormField>();
let submitted = false;
const live = new Set<string>();

function renderControl(field: FormField, id: string): string {
  const own = `id="${id}" aria-describedby="${id}-m"${field.required ? ' aria-required="true"' : ""}`;
  if (field.sort === "enum")
    return `<select ${own}><option value=""></option>${CHOICES.map((value) => `<option>${value}</option>`).join("")}</select>`;
  if (field.sort === "boolean") return `<input type="checkbox" ${own}>`;
  return `<input type="${field.sort === "date" ? "date" : "text"}" autocomplete="off" ${own}>`;
}
const renderField = (field: FormField, id: string) => {
  fields.set(id, field);
  return `<div class="f"><label for="${id}">${escape(field.label)}</label>${renderControl(field, id)}<p id="${id}-m"></p></div>`;
};

function findProblem(field: FormField, input: HTMLInputElement | HTMLSelectElement): string {
  if (field.sort === "boolean") return "";
  const { value } = input;
  if (value.trim() === "") return field.required ? "Required" : "";
  if (field.sort === "string" && value.length > MAX_TEXT) return `At most ${MAX_TEXT} characters`;
  if (field.sort === "decimal" && !/^-?\d+(\.\d{1,2})?$/.test(value)) return "Not an amount";
  return "";
}
function check(input: HTMLInputElement | HTMLSelectElement): boolean {
  const message = findProblem(fields.get(input.id)!, input);
  const line = document.getElementById(`${input.id}-m`)!;
  if (line.textContent !== message) {
    line.textContent = message;
    line.toggleAttribute("data-e", message !== "");
    if (message) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }
  return message === "";
}
const isControl = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLElement && fields.has(target.id);

serve({
  errors: "p[data-e]",
  mount(name, host) {
    const plan = createFormPlan(name);
    fields = new Map();
    submitted = false;
    live.clear();
    const body = plan.rows
      ? Array.from(
          { length: plan.rows.count },
          (_, row) =>
            `<fieldset><legend>Parties ${row + 1}</legend>${plan.rows!.fields.map((field) => renderField(field, `r${row}.${field.name}`)).join("")}<button type="button">Remove</button></fieldset>`,
        ).join("")
      : plan.sections
          .map(
            (section) =>
              `<section><h2>${section.title}</h2>${section.fields.map((field) => renderField(field, field.name)).join("")}</section>`,
          )
          .join("");
    host.innerHTML = `<form novalidate>${body}<button>Submit</button></form>`;
    form = host.querySelector("form")!;
    form.addEventListener(
      "input",
      ({ target }) => isControl(target) && (submitted || live.has(target.id)) && check(target),
    );
    form.addEventListener("focusout", ({ target }) => {
      if (!isControl(target) || target.value === "") return;
      live.add(target.id);
      check(target);
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      submitted = true;
      let first: HTMLElement | undefined;
      for (const input of form!.querySelectorAll<HTMLInputElement>("input, select")) if (!check(input)) first ??= input;
      first?.focus();
    });
  },
  unmount: () => document.getElementById("root")!.replaceChildren(),
  submit: () => form!.requestSubmit(),
});
