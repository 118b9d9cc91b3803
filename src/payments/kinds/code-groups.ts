/** Display grouping of long codes. */

/** Splits a string into groups of `size` characters from the left, separated by spaces. */
export const splitGroups = (size: number, text: string): string =>
  text.replace(new RegExp(`(.{${size}})(?=.)`, "gu"), "$1 ");
