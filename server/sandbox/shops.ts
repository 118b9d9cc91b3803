/** Returns why the simulated issuer declines a purchase by the shop's name; undefined for all other shops. */
export const declineByName = (merchant: string | undefined): string | undefined =>
  /decline/i.test(merchant ?? "") ? "merchant" : undefined;
