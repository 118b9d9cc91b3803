/** An instant, typed as the wall clock in China shows it. */
import { TextControl } from "../../form/controls/TextControl.tsx";
import type { InputProps } from "../../form/model.tsx";

export function DateTimeInput(props: InputProps) {
  return <TextControl {...props} spec={{ ...props.spec, placeholder: props.spec.placeholder ?? "YYYY-MM-DD HH:mm:ss" }} attributes={{ maxLength: 40 }} />;
}
