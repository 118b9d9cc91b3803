/** The `userStatus` of a certified merchant. Source: specification 4. */
export const CERTIFIED = 1;
/** The `userStatus` while the certification is reviewed, and after it failed. Source: specification 4. */
export const UNDER_REVIEW = 0;
export const FAILED = -1;
