/** Rules for the files that a field accepts. */
import type { Field } from "../model/entity.ts";
import type { Ports } from "../model/ports.ts";

export const MIB = 1024 * 1024;

export type FileRules = NonNullable<Field["file"]>;

/** Returns the rules for a field's files. A field without rules accepts any type up to 10 MiB. */
export const readFileRules = ({ file }: Pick<Field, "file">): FileRules =>
  file ?? { accept: [], maxBytes: 10 * MIB, purpose: "" };

/**
 * Returns the text key of the reason for rejecting a file by size, type or extension, or undefined when it is accepted.
 * The server checks the content.
 */
export function findRefusal(file: File, rules: Pick<FileRules, "accept" | "maxBytes">): string | undefined {
  if (file.size > rules.maxBytes) return "form.fileTooLarge";
  const name = file.name.toLowerCase();
  const fits =
    rules.accept.length === 0 ||
    rules.accept.some((accept) =>
      accept.includes("/")
        ? file.type === accept || (accept.endsWith("/*") && file.type.startsWith(accept.slice(0, -1)))
        : name.endsWith(accept.startsWith(".") ? accept.toLowerCase() : `.${accept.toLowerCase()}`),
    );
  return fits ? undefined : "form.fileFormat";
}

/** Returns the reason for rejecting a file as text, or undefined when it is accepted. */
export function describeRefusal(file: File, rules: FileRules, t: Ports["t"]): string | undefined {
  const key = findRefusal(file, rules);
  return key && t(key, { most: rules.maxBytes / MIB, accept: rules.accept.join(" ") });
}
