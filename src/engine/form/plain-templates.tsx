/**
 * rjsf templates and widgets over rjsf's own data, using `value` and `onChange`. Record forms render their values from
 * the store and load none of these.
 */
import type {
  BaseInputTemplateProps,
  ErrorListProps,
  FieldTemplateProps,
  ObjectFieldTemplateProps,
  SubmitButtonProps,
  WidgetProps,
} from "@rjsf/utils";
import {
  canExpand,
  enumOptionSelectedValue,
  enumOptionValueDecoder,
  enumOptionValueEncoder,
  getInputProps,
  getSubmitButtonOptions,
  TranslatableString,
} from "@rjsf/utils";
import type { ChangeEvent } from "react";
import "./form.css";

/** ARIA attributes that link a control to its message and state. */
const buildAria = ({ id, required, rawErrors = [] }: Pick<WidgetProps, "id" | "required" | "rawErrors">) => ({
  id,
  "aria-describedby": `${id}-m`,
  "aria-invalid": rawErrors.length > 0 ? true : undefined,
  "aria-required": required ? true : undefined,
});

/** Renders the label, control and message of a single value. Containers render their own. */
export function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, displayLabel, required, hidden, children, rawErrors = [], rawHelp } = props;
  if (hidden) return <div hidden>{children}</div>;
  const [error] = rawErrors;
  return (
    <div className="pf-field" data-invalid={error === undefined ? undefined : ""}>
      {displayLabel && (
        <label className="pf-label" htmlFor={id} data-required={required ? "" : undefined}>
          {label}
        </label>
      )}
      {children}
      <p id={`${id}-m`} className="pf-message pf-below" data-tone={error === undefined ? undefined : "error"}>
        {error ?? rawHelp ?? props.rawDescription}
      </p>
    </div>
  );
}

export function ObjectFieldTemplate(props: ObjectFieldTemplateProps) {
  const { fieldPathId, title, description, properties, schema, uiSchema, formData, onAddProperty, registry } = props;
  const id = fieldPathId.$id;
  return (
    <fieldset className="pf-card" id={id} aria-describedby={description ? `${id}-m` : undefined}>
      {title && <legend className="pf-title">{title}</legend>}
      {description && (
        <p id={`${id}-m`} className="pf-message">
          {description}
        </p>
      )}
      {properties.map(({ content }) => content)}
      {canExpand(schema, uiSchema, formData) && (
        <button type="button" className="btn" data-small onClick={onAddProperty}>
          {registry.translateString(TranslatableString.AddButton)}
        </button>
      )}
    </fieldset>
  );
}

export function ErrorListTemplate({ errors, registry }: ErrorListProps) {
  return (
    <div className="pf-notice" data-tone="danger" role="alert">
      <p className="pf-notice-title">{registry.translateString(TranslatableString.ErrorsLabel)}</p>
      <ul>
        {errors.map(({ stack }) => (
          <li key={stack}>{stack}</li>
        ))}
      </ul>
    </div>
  );
}

export function SubmitButton({ uiSchema }: SubmitButtonProps) {
  const { submitText, norender, props } = getSubmitButtonOptions(uiSchema);
  if (norender) return null;
  return (
    <div className="pf-buttons">
      <button type="submit" className="btn" data-main {...props}>
        {submitText}
      </button>
    </div>
  );
}

export function BaseInputTemplate(props: BaseInputTemplateProps) {
  const { id, htmlName, value, type, schema, options, placeholder, disabled, readonly } = props;
  const change = (event: ChangeEvent<HTMLInputElement>) =>
    props.onChangeOverride
      ? props.onChangeOverride(event)
      : props.onChange(event.target.value === "" ? options.emptyValue : event.target.value);
  return (
    <input
      {...getInputProps(schema, type, options)}
      {...buildAria(props)}
      className="pf-control"
      name={htmlName ?? id}
      placeholder={placeholder}
      disabled={disabled}
      readOnly={readonly}
      value={value ?? ""}
      onChange={change}
      onBlur={({ target }) => props.onBlur(id, target.value)}
      onFocus={({ target }) => props.onFocus(id, target.value)}
    />
  );
}

export function TextareaWidget(props: WidgetProps) {
  const { id, htmlName, value, options, placeholder, disabled, readonly, onChange, onBlur, onFocus } = props;
  return (
    <textarea
      {...buildAria(props)}
      className="pf-control pf-area"
      name={htmlName ?? id}
      rows={options.rows ?? 3}
      placeholder={placeholder}
      disabled={disabled}
      readOnly={readonly}
      value={value ?? ""}
      onChange={({ target }) => onChange(target.value === "" ? options.emptyValue : target.value)}
      onBlur={({ target }) => onBlur(id, target.value)}
      onFocus={({ target }) => onFocus(id, target.value)}
    />
  );
}

export function SelectWidget(props: WidgetProps) {
  const { id, htmlName, value, multiple = false, options, placeholder, schema, disabled, readonly } = props;
  const { enumOptions = [], enumDisabled = [], emptyValue } = options;
  const read = (select: HTMLSelectElement) => {
    const chosen = [...select.selectedOptions].map((option) => option.value);
    return enumOptionValueDecoder(multiple ? chosen : (chosen[0] ?? ""), enumOptions, "indexed", emptyValue);
  };
  return (
    <select
      {...buildAria(props)}
      className="pf-control pf-select"
      name={htmlName ?? id}
      multiple={multiple}
      disabled={disabled || readonly}
      value={enumOptionSelectedValue(value, enumOptions, multiple, "indexed", multiple ? [] : "")}
      onChange={({ currentTarget }) => props.onChange(read(currentTarget))}
      onBlur={({ currentTarget }) => props.onBlur(id, read(currentTarget))}
      onFocus={({ currentTarget }) => props.onFocus(id, read(currentTarget))}
    >
      {!multiple && schema.default === undefined && <option value="">{placeholder}</option>}
      {enumOptions.map(({ value: choice, label }, index) => (
        <option
          key={String(choice)}
          value={enumOptionValueEncoder(choice, index, "indexed")}
          disabled={enumDisabled.includes(choice)}
        >
          {label}
        </option>
      ))}
    </select>
  );
}

export function CheckboxWidget(props: WidgetProps) {
  const { id, htmlName, value, label, required, disabled, readonly, onChange, onBlur, onFocus } = props;
  return (
    <label className="pf-tick">
      <input
        {...buildAria(props)}
        type="checkbox"
        name={htmlName ?? id}
        checked={value === true}
        disabled={disabled || readonly}
        onChange={({ target }) => onChange(target.checked)}
        onBlur={({ target }) => onBlur(id, target.checked)}
        onFocus={({ target }) => onFocus(id, target.checked)}
      />
      <span data-required={required ? "" : undefined}>{label}</span>
    </label>
  );
}
