/** Masks addresses in responses: enough for their owner to recognise, too little for others to use. */

/** Masks a phone number as `+86 138****8000`. */
export const maskPhone = (phone: string): string =>
  phone.replace(
    /^(\+86)?(.{3}).*(.{4})$/,
    (_all, code: string | undefined, start: string, end: string) => `${code ? `${code} ` : ""}${start}****${end}`,
  );

/** Masks an email address such as `f***@example.com`, or a phone number. */
export const maskAddress = (address: string): string =>
  address.includes("@") ? address.replace(/^(.)[^@]*/, "$1***") : maskPhone(address);
