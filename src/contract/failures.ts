/**
 * Failures of the server by name, with the body code and HTTP status. Messages are in `locales/<lang>/failures.json`
 * under the same name; M-numbers refer to the specification. The response contains the `params` of a failure in `map`.
 * A failure that regular use can cause has HTTP status 200, except `noSession` (302) and `authenticateFirst` (303). A
 * faulty request has 4xx, a server error 5xx.
 */
export const failures = {
  /** Field errors are in `map.errors`. */
  invalid: { code: 4000, http: 200 },
  systemException: { code: 5000, http: 500 }, // M6
  sessionExpired: { code: 3001, http: 200 }, // M5
  sessionEnded: { code: 3002, http: 200 }, // M4
  userDisabled: { code: 3003, http: 200 },
  noSession: { code: 3001, http: 302 }, // M5
  authenticateFirst: { code: 4103, http: 303 }, // M7
  wrongSignIn: { code: 4101, http: 200 }, // M1
  noMerchant: { code: 4102, http: 200 }, // M2
  mailboxTaken: { code: 4104, http: 200 }, // M3
  agreementUnticked: { code: 4105, http: 200 }, // M8
  passwordsDiffer: { code: 4106, http: 200 }, // M9
  balance: { code: 4107, http: 200 }, // M10
  withdrawable: { code: 4108, http: 200 }, // M11
  uploadFailed: { code: 4109, http: 200 }, // M12
  fileFormat: { code: 4110, http: 200 }, // M13
  merchantName: { code: 4111, http: 200 }, // M14
  businessType: { code: 4112, http: 200 }, // M15
  setPayPasswordFirst: { code: 4113, http: 200 }, // M16
  setCollectionAccountFirst: { code: 4114, http: 200 }, // M17
  /** The merchant needs a receiving account for incoming money. */
  openReceivingAccountFirst: { code: 4144, http: 200 },
  rateNotSet: { code: 4115, http: 200 }, // M18
  userInfoMissing: { code: 4116, http: 200 }, // M19
  tradingHours: { code: 4117, http: 200 }, // M20
  notGranted: { code: 4118, http: 200 },
  notFound: { code: 4119, http: 200 },
  /** The event is not allowed in the current state of the record. */
  transition: { code: 4120, http: 200 },
  makerIsChecker: { code: 4121, http: 200 },
  idempotencyMismatch: { code: 4122, http: 200 },
  /** A request with the same idempotency key is still in progress. */
  inProgress: { code: 4123, http: 200 },
  proofMissing: { code: 4124, http: 200 },
  proofWrong: { code: 4125, http: 200 },
  payPasswordWrong: { code: 4126, http: 200 },
  payPasswordLocked: { code: 4127, http: 200 },
  /** The password that confirms a call is wrong. */
  passwordWrong: { code: 4148, http: 200 },
  codeWrong: { code: 4128, http: 200 },
  codeTooSoon: { code: 4129, http: 200 },
  throttled: { code: 4130, http: 200 },
  /** A computed figure differs from the one the user confirmed; `params` contains both. */
  figuresChanged: { code: 4131, http: 200 },
  limitReached: { code: 4132, http: 200 },
  duplicate: { code: 4133, http: 200 },
  inUse: { code: 4134, http: 200 },
  totpNeeded: { code: 4135, http: 200 },
  totpWrong: { code: 4136, http: 200 },
  /** Optimistic lock conflict: the record has been changed in the meantime. */
  stale: { code: 4137, http: 200 },
  commonPassword: { code: 4138, http: 200 },
  exportTooLarge: { code: 4139, http: 200 },
  fileTooLarge: { code: 4140, http: 200 },
  /** The merchant's books are unbalanced or unverified. Outgoing money is blocked until an operator releases it. */
  moneyStopped: { code: 4141, http: 200 },
  /** The money or party fields of an order were changed outside of events. It is stopped until an operator decides. */
  orderAltered: { code: 4147, http: 200 },
  /** A GET that moves money requires an Idempotency-Key header. */
  keyMissing: { code: 4142, http: 200 },
  /** The idempotency key is so old that the response to an earlier request with it is no longer stored. */
  keyExpired: { code: 4146, http: 200 },
  /**
   * The maker may not approve their own record, because it exceeds the limit up to which the payment password suffices.
   */
  soleAbove: { code: 4143, http: 200 },
  /**
   * Sign-in from an unknown browser to an account under a brute-force attack. `params` contains a challenge
   * (`server/session/proof-of-work.ts`) whose solution must be sent in the `work` header when the call is repeated.
   */
  workNeeded: { code: 4145, http: 200 },
  /** The code was requested for an email address or phone number that is not the account's. */
  notOwnAddress: { code: 4150, http: 200 },
  /** The account has no phone number for verification. */
  noPhone: { code: 4151, http: 200 },
  /** Two-factor authentication is already enabled. */
  totpOn: { code: 4152, http: 200 },
  /** The displayed authenticator secret has expired. */
  totpOver: { code: 4153, http: 200 },
  /**
   * The quote was confirmed after its validity of 15 seconds. `params` contains the old rate and, while the market is
   * open, the new one.
   */
  quoteExpired: { code: 4160, http: 200 },
  quoteUsed: { code: 4161, http: 200 },
  /** The market moved too far between quote and confirmation. `params` contains both rates. */
  priceMoved: { code: 4162, http: 200 },
  /** There is no market price for the pair, or the latest one is too old. */
  noMarket: { code: 4163, http: 200 },
  /**
   * The user or merchant has reached the maximum number of open quotes. `params` contains the seconds until one
   * expires.
   */
  quotesOpen: { code: 4164, http: 200 },
  /** Multi-step form: an earlier step was not submitted, or has changed since. */
  stepMissing: { code: 4170, http: 200 },
  /** The export exceeds the maximum number of records. `params` contains both numbers. */
  exportTooMany: { code: 4180, http: 200 },
  /** The user has reached the maximum number of queued exports. */
  exportsWaiting: { code: 4181, http: 200 },
  /** None of the selected records has a document to export. */
  noDocuments: { code: 4182, http: 200 },
  badJson: { code: 4200, http: 400 },
  badText: { code: 4201, http: 400 },
  unknownCall: { code: 4204, http: 404 },
  wrongMethod: { code: 4205, http: 405 },
  tooLarge: { code: 4213, http: 413 },
  wrongType: { code: 4215, http: 415 },
  tooMany: { code: 4229, http: 429 },
  /**
   * The call was not executed, because the node is shutting down, the database cannot be reached, or the retries after
   * deadlocks and serialization failures are exhausted. The client may retry.
   */
  busy: { code: 5003, http: 503 },
  /**
   * The key used to encrypt or sign the data is missing on this node; an operator has to add it to `KEYS`. The call was
   * not executed.
   */
  keyUnknown: { code: 5004, http: 503 },
  crossSite: { code: 4203, http: 403 },
  /** The signature of a provider's callback is missing, invalid or expired. */
  badSignature: { code: 4202, http: 401 },
} as const satisfies Record<string, { code: number; http: number }>;

export type FailureName = keyof typeof failures;
