/** Returns why the simulated issuer declines a purchase in a shop of this name, or undefined for all other shops. */
export const findShopDecline = (merchant: string | undefined): string | undefined =>
  /decline/i.test(merchant ?? "") ? "merchant" : undefined;
