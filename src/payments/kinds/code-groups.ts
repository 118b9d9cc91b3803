/** How long codes are shown. */

/** Returns the text in groups of `size` characters from the left. */
export const splitGroups = (size: number, text: string): string =>
  text.replace(new RegExp(`(.{${size}})(?=.)`, "gu"), "$1 ");
