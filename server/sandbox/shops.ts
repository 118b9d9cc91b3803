/** Returns why the simulated issuer declines a purchase whatever the card allows: shops whose name says so. Undefined for all others. */
export const declineByName = (merchant: string | undefined): string | undefined =>
  /decline/i.test(merchant ?? "") ? "merchant" : undefined;
