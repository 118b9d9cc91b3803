/** Generated from `schemas/` by `npm run schemas -- types`; not edited by hand. Amounts are decimal strings, instants ISO strings in UTC. */

export type EntityName = "area" | "bank" | "bankAccount" | "beneficiary" | "branch" | "businessType" | "card" | "cardApplication" | "cardBank" | "cardCode" | "cardProduct" | "cardRange" | "cardRecharge" | "cardTransaction" | "channel" | "city" | "clearing" | "country" | "currency" | "institution" | "latestOrder" | "material" | "networkAccess" | "notification" | "onboarding" | "payer" | "pendingTrade" | "province" | "purpose" | "reasonCode" | "receivingAccount" | "recharge" | "remitPayee" | "remittance" | "securityLog" | "statement" | "swap" | "swiftCode" | "tradeType" | "transfer" | "transferIn" | "wallet" | "walletDetail" | "withdrawal";

export type CallName = "authLetter" | "authMsg" | "bankInformationRelevance" | "batchWithdraw" | "bindPhone" | "cancelOrder" | "cardInquiry" | "cardNumberDisplay" | "changePassword" | "checkPassword" | "context" | "currencyRate" | "displayBalance" | "exportLine" | "findRecords" | "forgetPassword" | "getConstants" | "googleBind" | "googleClose" | "googleQr" | "googleUser" | "letterTemplate" | "login" | "loginCode" | "logout" | "menu" | "merRate" | "merchantName" | "merchantNames" | "notificationCount" | "notificationRead" | "notificationReadAll" | "passwordCode" | "payCode" | "payPassword" | "payTemplate" | "payeeTemplate" | "phoneCode" | "ratePrice" | "register" | "remitPayeeFrom" | "remitPayeeParty" | "remitTemplate" | "secondFactor" | "sessionEnd" | "sessionList" | "showImage" | "swapQuote" | "swapSure" | "swapTime" | "userInfo";

/** District. */
export interface Area {
  /** Division code */
  code: string;
  /** Name */
  name: string;
  /** City */
  city: string;
}

/** Bank. */
export interface Bank {
  /** Name */
  name: string;
  /** English name */
  english: string;
  /** Bank code */
  code: string;
}

/** RMB payee. */
export interface BankAccount {
  /** Account reference */
  id?: string;
  /** Account holder */
  holder: string;
  /** Account number */
  account: string;
  /** Bank */
  bank: string;
  /** Province */
  province: string;
  /** City */
  city: string;
  /** Branch */
  branch: string;
  /** Linked bank number */
  linkedBankNo: string;
  /** Label */
  label?: string;
  /** Keep at the top */
  starred?: boolean;
  /** Created */
  createdAt?: string;
}

/** Common payee. */
export interface Beneficiary {
  /** Payee number */
  id?: string;
  /** Payee type */
  type: "00" | "01";
  /** Payee name */
  payeeName: string;
  /** Company name */
  companyName?: string;
  /** Payee's country or region */
  country: string;
  /** Payee's city */
  city?: string;
  /** Payee's address */
  address: string;
  /** Bank account number */
  account: string;
  /** SWIFT code */
  swift: string;
  /** Payee's bank */
  bankName: string;
  /** Bank address */
  bankAddress?: string;
  /** Branch code */
  branchCode?: string;
  /** Through an intermediary bank */
  intermediary?: boolean;
  /** Intermediary bank */
  intermediaryBankName?: string;
  /** Intermediary bank's address */
  intermediaryBankAddress?: string;
  /** Intermediary bank's SWIFT code */
  intermediarySwift?: string;
  /** Fee bearing */
  feeBearing: "SHA" | "OUR" | "BEN";
  /** Label */
  label?: string;
  /** Review */
  status?: "notAudited" | "pending" | "passed" | "failed" | "blocked";
  /** Reason */
  reason?: string;
  /** Reason code */
  reasonCode?: string;
  /** Bank's own words */
  bankText?: string;
  /** Created */
  createdAt?: string;
}

/** Branch. */
export interface Branch {
  /** Name */
  name: string;
  /** Bank */
  bank: string;
  /** City */
  city: string;
  /** Linked bank number */
  linkedBankNo: string;
}

/** Business type. */
export interface BusinessType {
  /** Code */
  code: string;
  /** Name */
  name: string;
}

/** Virtual card. */
export interface Card {
  /** Card ID */
  id?: string;
  /** Card number */
  number?: string;
  /** Card label */
  label?: string;
  /** Scheme */
  scheme?: string;
  /** Currency */
  currency?: string;
  /** Balance on the card */
  balance?: string;
  /** Authorised, not yet settled */
  held?: string;
  /** Returned when it ended */
  returned?: string;
  /** Status */
  status?: "usable" | "disabled";
  /** Why disabled */
  disabledReason?: "cancelled" | "frozen" | "expired" | "blocked";
  /** Reason */
  reason?: string;
  /** Expiry */
  expiry?: string;
  /** Created */
  createdAt?: string;
  /** Application number */
  application?: string;
  /** Number of uses */
  uses?: number;
  /** Total authorised amount */
  totalAuthorised?: string;
  /** Trading range */
  tradingRange?: string;
  /** Limit per transaction */
  singleLimit?: string;
  /** Daily limit */
  dayLimit?: string;
  /** Left today */
  dayLeft?: string;
  /** Monthly limit */
  monthLimit?: string;
  /** Left this month */
  monthLeft?: string;
  /** Total limit */
  limit?: string;
  /** Left in total */
  limitLeft?: string;
  /** Used that day */
  dayUsed?: string;
  /** Last used */
  dayOf?: string;
  /** Used that month */
  monthUsed?: string;
  /** Last month of use */
  monthOf?: string;
  /** First name */
  firstName?: string;
  /** Last name */
  lastName?: string;
  /** Cardholder's e-mail */
  email?: string;
  /** Phone prefix */
  phonePrefix?: string;
  /** Phone */
  phone?: string;
  /** Date of birth */
  birthDate?: string;
  /** Country or region */
  country?: string;
  /** Province or state */
  province?: string;
  /** City */
  city?: string;
  /** Billing address */
  address?: string;
  /** Postcode */
  postcode?: string;
  /** Remark */
  remark?: string;
}

/** Card application. */
export interface CardApplication {
  /** Application number */
  orderNo?: string;
  /** Card product */
  product: string;
  /** Scheme */
  scheme?: string;
  /** BIN */
  bin?: string;
  /** Currency */
  currency?: string;
  /** Fee per card */
  unitFee?: string;
  /** Highest limit per transaction */
  singleMax?: string;
  /** Highest monthly limit */
  monthMax?: string;
  /** Number of cards */
  count: number;
  /** Card label */
  label: string;
  /** Trading range */
  tradingRange: string;
  /** Validity */
  validMonths: "6" | "12" | "24" | "36";
  /** Limit per transaction */
  singleLimit: string;
  /** Daily limit */
  dayLimit: string;
  /** Monthly limit */
  monthLimit: string;
  /** Total limit */
  limit?: string;
  /** First name */
  firstName: string;
  /** Last name */
  lastName: string;
  /** Cardholder's e-mail */
  email: string;
  /** Phone prefix */
  phonePrefix: string;
  /** Phone */
  phone: string;
  /** Date of birth */
  birthDate: string;
  /** Country or region */
  country: string;
  /** Province or state */
  province: string;
  /** City */
  city: string;
  /** Billing address */
  address: string;
  /** Postcode */
  postcode: string;
  /** Remark */
  remark?: string;
  /** Total fee */
  fee?: string;
  /** Status */
  status?: "processing" | "done" | "failed";
  /** Reason */
  reason?: string;
  /** Reason code */
  reasonCode?: string;
  /** Bank's own words */
  bankText?: string;
  /** Prepared by */
  maker?: string;
  /** Created */
  createdAt?: string;
}

/** Issuing bank of a bank card. */
export interface CardBank {
  /** First six digits */
  bin: string;
  /** Issuing bank */
  bank: string;
}

/** Card verification code. */
export interface CardCode {
  /** Number */
  id?: string;
  /** Card */
  cardId?: string;
  /** Card label */
  cardLabel?: string;
  /** Card number */
  number?: string;
  /** Merchant */
  merchant?: string;
  /** Currency */
  currency?: string;
  /** Amount */
  amount?: string;
  /** Code */
  code?: string;
  /** Received */
  receivedAt?: string;
  /** Expires */
  expiresAt?: string;
}

/** Card product. */
export interface CardProduct {
  /** Code */
  code: string;
  /** Name */
  name: string;
  /** Scheme */
  scheme: string;
  /** BIN */
  bin: string;
  /** Currency */
  currency: string;
  /** Fee per card */
  fee: string;
  /** Highest limit per transaction */
  singleMax: string;
  /** Highest monthly limit */
  monthMax: string;
}

/** Trading range. */
export interface CardRange {
  /** Code */
  code: string;
  /** Name */
  name: string;
  /** Merchant category codes */
  mcc?: string;
}

/** Card recharge. */
export interface CardRecharge {
  /** Order number */
  orderNo?: string;
  /** Card */
  cardId: string;
  /** Card label */
  cardLabel?: string;
  /** Card number */
  number?: string;
  /** Currency */
  currency?: string;
  /** Amount */
  amount: string;
  /** Service charge */
  fee?: string;
  /** Total debit */
  debit?: string;
  /** Remark */
  remark?: string;
  /** Status */
  status?: "processing" | "done" | "failed";
  /** Reason */
  reason?: string;
  /** Reason code */
  reasonCode?: string;
  /** Bank's own words */
  bankText?: string;
  /** Prepared by */
  maker?: string;
  /** Created */
  createdAt?: string;
}

/** Card transaction. */
export interface CardTransaction {
  /** Transaction number */
  id?: string;
  /** Card */
  cardId?: string;
  /** Card label */
  cardLabel?: string;
  /** Card number */
  number?: string;
  /** Merchant */
  merchant?: string;
  /** Merchant category */
  mcc?: string;
  /** Currency */
  currency?: string;
  /** Authorised amount */
  amount?: string;
  /** Settled amount */
  settled?: string;
  /** Status */
  status?: "authorised" | "captured" | "reversed" | "declined";
  /** Why declined */
  declineReason?: "cardDisabled" | "insufficient" | "singleLimit" | "dayLimit" | "monthLimit" | "limit" | "tradingRange" | "merchant";
  /** Time */
  createdAt?: string;
}

/** Channel settings. */
export interface Channel {
  /** Setting number */
  id?: string;
  /** Product */
  product: "withdrawal" | "recharge" | "swap" | "remittance" | "transfer" | "clearing" | "networkAccess" | "cardRecharge";
  /** Currency */
  currency: string;
  /** Single minimum */
  singleMin: string;
  /** Single maximum */
  singleMax: string;
  /** Monthly maximum */
  monthlyMax: string;
  /** Single fee */
  singleFee: string;
  /** Correspondent fee */
  correspondentFee?: string;
  /** Reviewed above */
  reviewAbove?: string;
  /** Withdrawal rate */
  withdrawalRate?: string;
  /** Exchange rate margin */
  exchangeRate?: string;
  /** Effective from */
  effectiveFrom: string;
  /** Created */
  createdAt?: string;
}

/** City. */
export interface City {
  /** Division code */
  code: string;
  /** Name */
  name: string;
  /** Province */
  province: string;
}

/** Institution clearing. */
export interface Clearing {
  /** Order number */
  orderNo?: string;
  /** Batch number */
  batchNo?: string;
  /** Bank order number */
  bankOrderNo?: string;
  /** Settlement account */
  accountId?: string;
  /** Foreign currency settlement account */
  payeeId?: string;
  /** Account holder */
  holder?: string;
  /** Account number */
  account?: string;
  /** Bank */
  bank?: string;
  /** Province */
  province?: string;
  /** City */
  city?: string;
  /** Branch */
  branch?: string;
  /** Linked bank number */
  linkedBankNo?: string;
  /** SWIFT code */
  swift?: string;
  /** Currency */
  currency: string;
  /** Amount */
  amount: string;
  /** Service charge */
  fee?: string;
  /** Total debit */
  debit?: string;
  /** Charged on the return */
  charge?: string;
  /** Remark */
  remark?: string;
  /** Status */
  status?: "toBeReviewed" | "processing" | "waitingAsync" | "investigating" | "done" | "failed" | "rescinded";
  /** Reason */
  reason?: string;
  /** Reason code */
  reasonCode?: string;
  /** Bank's own words */
  bankText?: string;
  /** Prepared by */
  maker?: string;
  /** Reviewed by */
  checker?: string;
  /** Created */
  createdAt?: string;
}

/** Country or region. */
export interface Country {
  /** Code */
  code: string;
  /** Name */
  name: string;
  /** Phone prefix */
  phonePrefix?: string;
}

/** Currency. */
export interface Currency {
  /** Code */
  code: string;
  /** Name */
  name: string;
  /** Minor units */
  minorUnits: number;
  /** Numeric code */
  number: string;
}

/** Institution. */
export interface Institution {
  /** Code */
  code: string;
  /** Name */
  name: string;
  /** Country or region */
  country: string;
  /** SWIFT code */
  swift: string;
  /** Address */
  address: string;
}

/** Recent successful transaction. */
export interface LatestOrder {
  /** Order number */
  orderNo?: string;
  /** Type */
  entity?: "withdrawal" | "recharge" | "swap" | "remittance" | "transfer" | "transferIn" | "clearing" | "cardApplication" | "cardRecharge";
  /** Counterparty */
  party?: string;
  /** Currency */
  currency?: string;
  /** Amount */
  amount?: string;
  /** Status */
  status?: "pending" | "toBeReviewed" | "toBeConfirmed" | "waitingCredentials" | "processing" | "waitingAsync" | "investigating" | "done" | "failed" | "rescinded";
  /** Created */
  createdAt?: string;
  /** Number */
  id?: string;
}

/** Material. */
export interface Material {
  /** Receipt number */
  receiptNo?: string;
  /** Material as a zip */
  file: string;
  /** File name */
  fileName?: string;
  /** Size in bytes */
  fileSize?: number;
  /** Contents */
  contents?: { name?: string; size?: number }[];
  /** Remark */
  note?: string;
  /** Created */
  createdAt?: string;
}

/** Account opening. */
export interface NetworkAccess {
  /** Application number */
  orderNo?: string;
  /** Institution */
  institution: string;
  /** Business type */
  businessType: string;
  /** Name of the applicant */
  companyName: string;
  /** Currency wanted */
  currencies: { currency: string }[];
  /** Business licence */
  licence: string;
  /** Attachment */
  attachment: string;
  /** Contact */
  contactName: string;
  /** Contact's e-mail */
  contactEmail: string;
  /** Contact's phone */
  contactPhone: string;
  /** Remark */
  remark?: string;
  /** Opening fee */
  openingFee?: string;
  /** Opened account */
  openedAccount?: string;
  /** Status */
  status?: "inProcess" | "accessFailed" | "accessGranted" | "opening" | "openingFailed" | "completed";
  /** Reason */
  reason?: string;
  /** Applied for by */
  maker?: string;
  /** Created */
  createdAt?: string;
}

/** Notice. */
export interface Notification {
  /** Notice number */
  id?: string;
  /** Status */
  state?: "unread" | "read";
  /** What happened */
  title?: string;
  /** Kind */
  kind?: string;
  /** Code of the kind */
  entity?: string;
  /** Order number */
  orderNo?: string;
  /** Reason */
  reason?: string;
  /** What became of the money */
  money?: string;
  /** Time */
  createdAt?: string;
}

/** Certification. */
export interface Onboarding {
  /** Application number */
  id?: string;
  /** Who applies */
  subject: "company" | "individual";
  /** Business type */
  businessType: string;
  /** Applicant */
  applicant?: string;
  /** Company name */
  companyName?: string;
  /** Company name in English */
  companyNameEn?: string;
  /** Company type */
  companyType?: "limited" | "jointStock" | "foreign" | "partnership" | "sole" | "household";
  /** Registration number */
  registrationNo?: string;
  /** Capital in */
  capitalCurrency?: string;
  /** Registered capital */
  capital?: string;
  /** Established on */
  establishedOn?: string;
  /** Registered address */
  companyAddress?: string;
  /** Business licence */
  licence?: string;
  /** Licence valid until */
  licenceExpiry?: string;
  /** Articles of association */
  articles?: string;
  /** Name */
  personName: string;
  /** Document */
  idType: "resident" | "passport";
  /** Identity number */
  residentId?: string;
  /** Passport number */
  passportNo?: string;
  /** Nationality */
  nationality?: string;
  /** Document valid until */
  idExpiry: string;
  /** Front of the ID card */
  idFront: string;
  /** Back of the ID card */
  idBack?: string;
  /** Phone */
  personPhone: string;
  /** Home address */
  personAddress?: string;
  /** Director */
  directors?: { name: string; title?: string; idNumber: string; document: string }[];
  /** Nobody holds 25% or more */
  noHolder25?: boolean;
  /** Shareholder */
  shareholders?: { name: string; kind: "person" | "company"; idNumber: string; ownership: string; document: string }[];
  /** Senior manager */
  seniorManager?: string;
  /** Senior manager's position */
  seniorManagerTitle?: string;
  /** Beneficiary */
  beneficiary?: string;
  /** Beneficiary's nationality */
  beneficiaryCountry?: string;
  /** Beneficiary's date of birth */
  beneficiaryBirthDate?: string;
  /** An authorised person acts for the company */
  byAgent?: boolean;
  /** Authorised person */
  agentName?: string;
  /** Authorised person's position */
  agentTitle?: string;
  /** Authorised person's phone */
  agentPhone?: string;
  /** Authorised person's e-mail */
  agentEmail?: string;
  /** Front of the authorised person's ID card */
  agentIdFront?: string;
  /** Back of the authorised person's ID card */
  agentIdBack?: string;
  /** Authorisation letter */
  authorisation?: string;
  /** None of the parties above is under sanctions of the UN, China, the US, the EU or the UK */
  noSanctions: boolean;
  /** The money comes from genuine trade and goes to no sanctioned country and no prohibited business */
  noProhibited: boolean;
  /** The above is true and complete, and we report every change */
  truthful: boolean;
  /** What is asked for */
  asked?: { field: "companyName" | "companyType" | "registrationNo" | "capital" | "companyAddress" | "licence" | "articles" | "personName" | "residentId" | "passportNo" | "idExpiry" | "idFront" | "idBack" | "directors" | "shareholders" | "seniorManager" | "beneficiary" | "agentName" | "authorisation"; reason: string }[];
  /** First document to expire */
  earliestExpiry?: string;
  /** Expiry that was warned of */
  expiryWarned?: string;
  /** Certification */
  status?: "underReview" | "moreNeeded" | "passed" | "failed";
  /** Reason */
  reason?: string;
  /** Handed in by */
  submittedBy?: string;
  /** First handed in */
  createdAt?: string;
  /** Last change */
  updatedAt?: string;
}

/** Payer. */
export interface Payer {
  /** Payer number */
  id?: string;
  /** Payer type */
  type: "00" | "01";
  /** Actual name */
  actualName: string;
  /** Enterprise registration number */
  registrationNo?: string;
  /** Registration country or region */
  registrationCountry?: string;
  /** Bank name */
  bankName: string;
  /** Label */
  label?: string;
  /** Review */
  status?: "notAudited" | "pending" | "passed" | "failed" | "blocked";
  /** Reason */
  reason?: string;
  /** Reason code */
  reasonCode?: string;
  /** Bank's own words */
  bankText?: string;
  /** Created */
  createdAt?: string;
}

/** Pending trade. */
export interface PendingTrade {
  /** Order number */
  orderNo?: string;
  /** Type */
  entity?: "withdrawal" | "recharge" | "swap" | "remittance" | "transfer" | "clearing" | "cardApplication" | "cardRecharge";
  /** Waits for */
  turn?: "you" | "us";
  /** Counterparty */
  party?: string;
  /** Currency */
  currency?: string;
  /** Amount */
  amount?: string;
  /** Status */
  status?: "pending" | "toBeReviewed" | "toBeConfirmed" | "waitingCredentials" | "processing" | "waitingAsync" | "investigating" | "done" | "failed" | "rescinded";
  /** Created */
  createdAt?: string;
  /** Number */
  id?: string;
}

/** Province. */
export interface Province {
  /** Name */
  name: string;
  /** English name */
  english: string;
  /** Division code */
  code: string;
}

/** Purpose. */
export interface Purpose {
  /** Code */
  code: string;
  /** Name */
  name: string;
}

/** Reason code. */
export interface ReasonCode {
  /** Code */
  code: string;
  /** Reason */
  name: string;
  /** Field */
  field?: string;
}

/** Receiving account. */
export interface ReceivingAccount {
  /** Account reference */
  id?: string;
  /** Label */
  label?: string;
  /** Default */
  isDefault?: boolean;
  /** Currency */
  currency?: string;
  /** Account holder */
  holder?: string;
  /** Bank */
  bank?: string;
  /** SWIFT code */
  swift?: string;
  /** Account number or IBAN */
  account?: string;
  /** Bank address */
  bankAddress?: string;
  /** Bank country or region */
  country?: string;
  /** Payment reference */
  reference?: string;
  /** Account opening */
  status?: "inProcess" | "accessFailed" | "openingFailed" | "completed";
  /** Remark */
  remark?: string;
  /** Created */
  createdAt?: string;
}

/** Collection. */
export interface Recharge {
  /** Serial number */
  serialNo?: string;
  /** Remitter name */
  remitterName: string;
  /** Remitter account */
  remitterAccount?: string;
  /** Payment currency */
  currency: string;
  /** Amount */
  amount: string;
  /** Actual amount received */
  actualAmount?: string;
  /** Difference */
  difference?: string;
  /** Fee */
  fee?: string;
  /** Credited to the wallet */
  netAmount?: string;
  /** Collection time */
  collectionTime?: string;
  /** Booking */
  booking?: "notBooked" | "toBeBooked" | "booked";
  /** Business type */
  businessType?: string;
  /** Contract number */
  contractNo?: string;
  /** Receipt number */
  receiptNo?: string;
  /** Postscript */
  postscript?: string;
  /** Trade documents */
  tradeDocument?: string;
  /** Detail file */
  detailFile?: string;
  /** Bank reference */
  bankReference?: string;
  /** Surplus of */
  overpaymentOf?: string;
  /** Status */
  status?: "pending" | "processing" | "waitingCredentials" | "toBeReviewed" | "investigating" | "done" | "failed" | "rescinded";
  /** Reason */
  reason?: string;
  /** Reason code */
  reasonCode?: string;
  /** Bank's own words */
  bankText?: string;
  /** Announced by */
  maker?: string;
  /** Created */
  createdAt?: string;
}

/** Remittance payee. */
export interface RemitPayee {
  /** Payee number */
  accountId?: string;
  /** Payee type */
  type: "00" | "01";
  /** Payee name */
  payeeName: string;
  /** Company name */
  companyName?: string;
  /** Payee's country or region */
  country: string;
  /** Payee's city */
  city?: string;
  /** Payee's address */
  address: string;
  /** Bank account number */
  account: string;
  /** SWIFT code */
  swift: string;
  /** Payee's bank */
  bankName: string;
  /** Bank address */
  bankAddress?: string;
  /** Branch code */
  branchCode?: string;
  /** Through an intermediary bank */
  intermediary?: boolean;
  /** Intermediary bank */
  intermediaryBankName?: string;
  /** Intermediary bank's address */
  intermediaryBankAddress?: string;
  /** Intermediary bank's SWIFT code */
  intermediarySwift?: string;
  /** Fee bearing */
  feeBearing: "SHA" | "OUR" | "BEN";
  /** Label */
  label?: string;
  /** Review */
  status?: "notAudited" | "pending" | "passed" | "failed" | "blocked";
  /** Reason */
  reason?: string;
  /** Reason code */
  reasonCode?: string;
  /** Bank's own words */
  bankText?: string;
  /** Created */
  createdAt?: string;
}

/** International remittance. */
export interface Remittance {
  /** Order number */
  orderNo?: string;
  /** Bank order number */
  bankOrderNo?: string;
  /** UETR */
  uetr?: string;
  /** Payer */
  payerId: string;
  /** Payer's name */
  payerName?: string;
  /** Payee's account */
  payeeId: string;
  /** Payee name */
  payeeName?: string;
  /** Payee's country or region */
  country?: string;
  /** Bank account number */
  account?: string;
  /** SWIFT code */
  swift?: string;
  /** Payee's bank */
  bankName?: string;
  /** Branch code */
  branchCode?: string;
  /** Intermediary bank */
  intermediaryBankName?: string;
  /** Intermediary bank's SWIFT code */
  intermediarySwift?: string;
  /** Currency */
  currency: string;
  /** Amount */
  amount: string;
  /** Fee bearing */
  feeBearing: "SHA" | "OUR" | "BEN";
  /** Full-amount crediting */
  fullAmount?: boolean;
  /** Rate of the dollar */
  fullAmountRate?: string;
  /** Service charge */
  fee?: string;
  /** Full-amount charge */
  fullAmountFee?: string;
  /** Correspondent fee */
  correspondentFee?: string;
  /** Payee receives */
  payeeAmount?: string;
  /** Total debit */
  debit?: string;
  /** Charge before */
  formerFee?: string;
  /** Correspondent's charge */
  correspondentCharge?: string;
  /** Expected by */
  arrival?: string;
  /** Purpose */
  purpose: string;
  /** Contract or invoice number */
  contractNo?: string;
  /** Postscript */
  postscript?: string;
  /** Trade documents */
  tradeDocuments?: string;
  /** Credentials */
  credentials?: string;
  /** Review */
  review?: "notAudited" | "pending" | "passed" | "failed";
  /** Status */
  status?: "toBeReviewed" | "processing" | "investigating" | "waitingCredentials" | "toBeConfirmed" | "waitingAsync" | "done" | "failed" | "rescinded";
  /** Reason */
  reason?: string;
  /** Reason code */
  reasonCode?: string;
  /** Bank's own words */
  bankText?: string;
  /** Prepared by */
  maker?: string;
  /** Reviewed by */
  checker?: string;
  /** Created */
  createdAt?: string;
}

/** Security log. */
export interface SecurityLog {
  /** Number */
  id?: string;
  /** Time */
  createdAt?: string;
  /** What was done */
  action?: "register" | "signIn" | "signInRefused" | "signOut" | "sessionsEnded" | "loginPasswordChanged" | "loginPasswordReset" | "payPasswordSet" | "payPasswordChanged" | "stepUpRefused" | "totpOn" | "totpOff" | "phoneChanged" | "reveal" | "import" | "export";
  /** Result */
  result?: "done" | "refused";
  /** Of what */
  about?: string;
  /** Network address */
  ip?: string;
  /** Trace number */
  traceId?: string;
}

/** Monthly statement. */
export interface Statement {
  /** Statement number */
  id?: string;
  /** Month */
  month?: string;
  /** Currency */
  currency?: string;
  /** Opening balance */
  opening?: string;
  /** Money in */
  credit?: string;
  /** Money out */
  debit?: string;
  /** Closing balance */
  closing?: string;
  /** Movements */
  movements?: number;
}

/** Currency exchange. */
export interface Swap {
  /** Order number */
  orderNo?: string;
  /** Transaction mode */
  mode?: "instant" | "intra" | "application";
  /** Selling currency */
  sellCurrency: string;
  /** Buying currency */
  buyCurrency: string;
  /** Amount */
  amount: string;
  /** Fixed side */
  fixedSide?: "sell" | "buy";
  /** Rate */
  rate?: string;
  /** Mid-market rate */
  mid?: string;
  /** Settlement amount */
  settlementAmount?: string;
  /** Fee */
  fee?: string;
  /** Total debit */
  debit?: string;
  /** Purpose */
  purpose?: string;
  /** Purpose in words */
  purposeText?: string;
  /** Documents */
  documents?: string;
  /** Remark */
  remark?: string;
  /** Status */
  status?: "toBeReviewed" | "waitingCredentials" | "toBeConfirmed" | "processing" | "waitingAsync" | "done" | "failed" | "rescinded";
  /** Reason */
  reason?: string;
  /** Reason code */
  reasonCode?: string;
  /** Bank's own words */
  bankText?: string;
  /** Settlement date */
  settleDate?: string;
  /** Deal number */
  dealNo?: string;
  /** Quote number */
  quoteId?: string;
  /** Prepared by */
  maker?: string;
  /** Created */
  createdAt?: string;
}

/** SWIFT code of a bank. */
export interface SwiftCode {
  /** First eight characters */
  code: string;
  /** Bank */
  name: string;
  /** Name in a payment message */
  latin: string;
}

/** Trade type. */
export interface TradeType {
  /** Code */
  code: string;
  /** Name */
  name: string;
}

/** Internal transfer. */
export interface Transfer {
  /** Order number */
  orderNo?: string;
  /** Way */
  kind?: "sameBank" | "merchant";
  /** Payee */
  payee: string;
  /** Payee's full name */
  payeeName?: string;
  /** Payee's merchant number */
  payeeNo?: string;
  /** Registered as */
  registeredName?: string;
  /** Currency */
  currency: string;
  /** Amount */
  amount: string;
  /** Service charge */
  fee?: string;
  /** Total debit */
  debit?: string;
  /** Purpose */
  purpose: string;
  /** Postscript */
  postscript?: string;
  /** Status */
  status?: "toBeReviewed" | "done" | "failed" | "rescinded";
  /** Reason */
  reason?: string;
  /** Reason code */
  reasonCode?: string;
  /** Bank's own words */
  bankText?: string;
  /** Prepared by */
  maker?: string;
  /** Reviewed by */
  checker?: string;
  /** Created */
  createdAt?: string;
}

/** Transfer received. */
export interface TransferIn {
  /** Order number */
  orderNo?: string;
  /** Way */
  kind?: "sameBank" | "merchant";
  /** Merchant ID */
  payerNo?: string;
  /** Sender */
  payerName?: string;
  /** Currency */
  currency?: string;
  /** Amount received */
  amount?: string;
  /** Payment reference */
  postscript?: string;
  /** Status */
  status?: "done";
  /** Created */
  createdAt?: string;
}

/** Wallet. */
export interface Wallet {
  /** Currency */
  currency?: string;
  /** Balance */
  balance?: string;
  /** Withdrawable balance */
  withdrawable?: string;
  /** Unavailable balance */
  unavailable?: string;
  /** On cards */
  onCards?: string;
}

/** Wallet details. */
export interface WalletDetail {
  /** Entry number */
  id?: string;
  /** Time */
  createdAt?: string;
  /** Type */
  type?: "opening" | "recharge" | "withdrawal" | "swap" | "remittance" | "transfer" | "received" | "clearing" | "cardApplication" | "cardRecharge" | "card" | "networkAccess" | "adjustment";
  /** Code of the kind */
  entity?: string;
  /** Part of the balance */
  account?: "avail" | "hold" | "in";
  /** Order number */
  orderNo?: string;
  /** Currency */
  currency?: string;
  /** Change */
  change?: string;
  /** Balance after */
  balanceAfter?: string;
  /** Remark */
  remark?: string;
  /** Month */
  month?: string;
}

/** CNY payment. */
export interface Withdrawal {
  /** Order number */
  orderNo?: string;
  /** Bank order number */
  bankOrderNo?: string;
  /** Collection account */
  accountId: string;
  /** Payee */
  holder?: string;
  /** Account number */
  account?: string;
  /** Bank */
  bank?: string;
  /** Province */
  province?: string;
  /** City */
  city?: string;
  /** Branch */
  branch?: string;
  /** Linked bank number */
  linkedBankNo?: string;
  /** Amount */
  amount: string;
  /** Rate */
  rate?: string;
  /** Service charge */
  fee?: string;
  /** Total debit */
  debit?: string;
  /** Charged on the return */
  charge?: string;
  /** Remark */
  remark?: string;
  /** Asked for by the bank */
  question?: string;
  /** Credentials */
  credentials?: string;
  /** Status */
  status?: "toBeReviewed" | "processing" | "waitingAsync" | "investigating" | "waitingCredentials" | "done" | "failed" | "rescinded";
  /** Reason */
  reason?: string;
  /** Reason code */
  reasonCode?: string;
  /** Bank's own words */
  bankText?: string;
  /** Prepared by */
  maker?: string;
  /** Reviewed by */
  checker?: string;
  /** Created */
  createdAt?: string;
}

/** Request of the call `authLetter`. */
export type AuthLetterRequest = Record<string, never>;

/** Request of the call `authMsg`. */
export type AuthMsgRequest = Record<string, never>;

/** Request of the call `bankInformationRelevance`. */
export interface BankInformationRelevanceRequest {
  /** SWIFT code */
  swift?: string;
  /** Linked bank number */
  linkedBankNo?: string;
  /** Bank */
  bank?: string;
  /** City */
  city?: string;
  /** Branch */
  branch?: string;
}

/** Request of the call `batchWithdraw`. */
export interface BatchWithdrawRequest {
  /** CNY settlement account */
  accountId?: string;
  /** Foreign currency settlement account */
  payeeId?: string;
  /** Balance to clear */
  wallets: { currency: string; amount: string }[];
  /** Remark */
  remark?: string;
}

/** Request of the call `bindPhone`. */
export interface BindPhoneRequest {
  /** Phone number */
  phone: string;
  /** Code by text message */
  code: string;
  /** Login password */
  password: string;
}

/** Request of the call `cancelOrder`. */
export interface CancelOrderRequest {
  /** Order number */
  orderNo: string;
}

/** Request of the call `cardInquiry`. */
export interface CardInquiryRequest {
  /** Card ID */
  id: string;
}

/** Request of the call `cardNumberDisplay`. */
export interface CardNumberDisplayRequest {
  /** Card ID */
  id: string;
}

/** Request of the call `changePassword`. */
export interface ChangePasswordRequest {
  /** Verify by */
  verifyType: "1" | "2";
  /** E-mail or phone */
  email: string;
  /** Verification code */
  code: string;
  /** New password */
  password: string;
  /** Confirm password */
  confirm: string;
}

/** Request of the call `checkPassword`. */
export interface CheckPasswordRequest {
  /** Payment password */
  password: string;
  /** Verification code */
  googleCode?: string;
  /** Call to confirm */
  call?: string;
  /** Body to confirm, as JSON text */
  body?: string;
}

/** Request of the call `context`. */
export interface ContextRequest {
  /** Entity */
  entity: string;
  /** Currency */
  currency?: string;
  /** Other merchant */
  merchant?: string;
  /** The other merchant's name */
  merchantName?: string;
}

/** Request of the call `currencyRate`. */
export type CurrencyRateRequest = Record<string, never>;

/** Request of the call `displayBalance`. */
export interface DisplayBalanceRequest {
  /** Currency */
  currency?: string;
}

/** Request of the call `exportLine`. */
export interface ExportLineRequest {
  /** Export ticket */
  ticket: string;
}

/** Request of the call `findRecords`. */
export interface FindRecordsRequest {
  /** Search */
  q: string;
}

/** Request of the call `forgetPassword`. */
export interface ForgetPasswordRequest {
  /** E-mail */
  email: string;
  /** Purpose */
  purpose?: "forget";
  /** Verification code */
  code: string;
  /** New password */
  password: string;
  /** Confirm password */
  confirm: string;
}

/** Request of the call `getConstants`. */
export type GetConstantsRequest = Record<string, never>;

/** Request of the call `googleBind`. */
export interface GoogleBindRequest {
  /** Verification code */
  googleCode: string;
  /** Login password */
  password: string;
  /** Proof of the payment password */
  proof?: string;
}

/** Request of the call `googleClose`. */
export type GoogleCloseRequest = Record<string, never>;

/** Request of the call `googleQr`. */
export type GoogleQrRequest = Record<string, never>;

/** Request of the call `googleUser`. */
export type GoogleUserRequest = Record<string, never>;

/** Request of the call `letterTemplate`. */
export type LetterTemplateRequest = Record<string, never>;

/** Request of the call `login`. */
export interface LoginRequest {
  /** User name */
  username: string;
  /** Password */
  password?: string;
  /** Verification code */
  code?: string;
  /** Remember my user name */
  remember?: boolean;
  /** Sign in by */
  loginType?: "1" | "2";
  /** Verification code */
  googleCode?: string;
}

/** Request of the call `loginCode`. */
export interface LoginCodeRequest {
  /** E-mail */
  email: string;
  /** Purpose */
  purpose?: "login" | "register" | "forget";
}

/** Request of the call `logout`. */
export type LogoutRequest = Record<string, never>;

/** Request of the call `menu`. */
export type MenuRequest = Record<string, never>;

/** Request of the call `merRate`. */
export type MerRateRequest = Record<string, never>;

/** Request of the call `merchantName`. */
export interface MerchantNameRequest {
  /** Merchant number or sign-in name */
  merchant: string;
  /** Merchant name */
  name?: string;
}

/** Request of the call `merchantNames`. */
export type MerchantNamesRequest = Record<string, never>;

/** Request of the call `notificationCount`. */
export type NotificationCountRequest = Record<string, never>;

/** Request of the call `notificationRead`. */
export interface NotificationReadRequest {
  /** Notice number */
  id: string;
}

/** Request of the call `notificationReadAll`. */
export type NotificationReadAllRequest = Record<string, never>;

/** Request of the call `passwordCode`. */
export interface PasswordCodeRequest {
  /** Verify by */
  verifyType: "1" | "2";
  /** E-mail or phone */
  email: string;
}

/** Request of the call `payCode`. */
export interface PayCodeRequest {
  /** Verify by */
  verifyType: "1" | "2";
}

/** Request of the call `payPassword`. */
export interface PayPasswordRequest {
  /** Verify by */
  verifyType: "1" | "2";
  /** Verification code */
  code: string;
  /** New payment password */
  password: string;
  /** Confirm password */
  confirm: string;
}

/** Request of the call `payTemplate`. */
export type PayTemplateRequest = Record<string, never>;

/** Request of the call `payeeTemplate`. */
export type PayeeTemplateRequest = Record<string, never>;

/** Request of the call `phoneCode`. */
export interface PhoneCodeRequest {
  /** Phone number */
  phone: string;
}

/** Request of the call `ratePrice`. */
export interface RatePriceRequest {
  /** Pairs */
  pairs?: string;
  /** Days of history */
  days?: number;
}

/** Request of the call `register`. */
export interface RegisterRequest {
  /** E-mail */
  email: string;
  /** Purpose */
  purpose?: "register";
  /** Verification code */
  code: string;
  /** Password */
  password: string;
  /** Confirm password */
  confirm: string;
  /** I have read and agree to the User Service Agreement and the Privacy Policy */
  agreement: boolean;
  /** Version of the agreement */
  agreementVersion?: string;
}

/** Request of the call `remitPayeeFrom`. */
export interface RemitPayeeFromRequest {
  /** Common payee */
  id: string;
}

/** Request of the call `remitPayeeParty`. */
export interface RemitPayeePartyRequest {
  /** Payee type */
  type: "00" | "01";
  /** Payee name */
  payeeName: string;
  /** Company name */
  companyName?: string;
  /** Payee's country or region */
  country: string;
  /** Payee's city */
  city?: string;
  /** Payee's address */
  address: string;
}

/** Request of the call `remitTemplate`. */
export type RemitTemplateRequest = Record<string, never>;

/** Request of the call `secondFactor`. */
export interface SecondFactorRequest {
  /** Verification code */
  googleCode: string;
  /** Proof of the payment password */
  proof?: string;
}

/** Request of the call `sessionEnd`. */
export interface SessionEndRequest {
  /** Session */
  id?: string;
}

/** Request of the call `sessionList`. */
export type SessionListRequest = Record<string, never>;

/** Request of the call `showImage`. */
export interface ShowImageRequest {
  /** File number */
  id: string;
}

/** Request of the call `swapQuote`. */
export interface SwapQuoteRequest {
  /** Selling currency */
  sellCurrency?: string;
  /** Buying currency */
  buyCurrency?: string;
  /** Amount sold */
  sellAmount?: string;
  /** Amount bought */
  buyAmount?: string;
  /** Transaction mode */
  mode?: "instant" | "intra";
  /** Application to confirm */
  orderNo?: string;
  /** Form */
  form?: string;
}

/** Request of the call `swapSure`. */
export interface SwapSureRequest {
  /** Quote number */
  quoteId: string;
}

/** Request of the call `swapTime`. */
export type SwapTimeRequest = Record<string, never>;

/** Request of the call `userInfo`. */
export type UserInfoRequest = Record<string, never>;

