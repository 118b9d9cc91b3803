/**
 * Appends the check digit to the first 11 digits of a linked bank number (ISO 7064 MOD 11,10). It matches all 70
 * genuine numbers tested, but the payment system publishes no standard, so the portal only warns.
 */
export function addCheckDigit(digits: string): string {
  let product = 10;
  for (const digit of digits) {
    const sum = (product + Number(digit)) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return digits + ((11 - product) % 10);
}
