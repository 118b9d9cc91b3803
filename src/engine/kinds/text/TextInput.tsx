/** One line of text. */
import { TextControl } from "../../form/controls/TextControl.tsx";
import type { InputProps } from "../../form/model.tsx";

export function TextInput(props: InputProps) {
  return <TextControl {...props} />;
}
