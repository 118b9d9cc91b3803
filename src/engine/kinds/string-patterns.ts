/**
 * Approximates the core string formats with regular expressions, for tools that do not support them. Every valid value
 * matches.
 */
export const patterns: Readonly<Record<string, string>> = {
  decimal: "^-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$",
  date: "^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$",
  "date-time":
    "^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])[Tt](?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\\.[0-9]{1,9})?)?(?:[Zz]|[+\\-](?:[01][0-9]|2[0-3]):[0-5][0-9])$",
  time: "^(?:[01][0-9]|2[0-3]):[0-5][0-9]$",
  email: "^[^@\\s]{1,64}@[^@\\s]+\\.[A-Za-z]{2,63}$",
  uri: "^https://\\S+$",
  uuid: "^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
};
