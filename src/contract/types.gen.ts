/** Generated from `schemas/` by `npm run schemas -- types`; not edited by hand. Amounts are decimal strings, instants ISO strings in UTC. */

import type { EventRequest, FileEventRequest, FileResponse, ImportRequest, ImportResponse, ListRequest, ListResponse, OptionsResponse, Patch, PlainDetailResponse, PrintResponse, DetailResponse, RecordRequest, RecordResponse, RecordsResponse, RemoveResponse, RevealRequest, RevealResponse, SelectionRequest } from "@portolan/engine";

/** Account settings. */
export type AccountSettings = {
  /** User ID */
  id: string;
  /** Business */
  companyName: string;
  /** Business ID */
  companyId: string;
  /** Name */
  name: string;
  /** Email */
  username: string;
  /** Phone */
  phone?: string;
  /** Verification */
  userStatus: "4" | "0" | "-1" | "1";
  /** Payment password set */
  payPasswordSet: boolean;
  /** Two-factor authentication on */
  googleAuth: boolean;
  /** To set up */
  missing: number;
  /** Days since the password was set */
  passwordDays?: number;
  /** Devices */
  devices: number;
  /** Approval emails */
  digest: "off" | "daily" | "weekly";
};

/** District. */
export type Area = {
  /** Division code */
  code: string;
  /** Name */
  name: string;
  /** City */
  city: string;
};

/** Bank. */
export type Bank = {
  /** Name */
  name: string;
  /** Short name */
  short?: string;
  /** English name */
  english: string;
  /** Bank code */
  code: string;
};

/** Payee (CNY). */
export type BankAccount = {
  /** Account no. */
  id: string;
  /** Account name */
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
  /** CNAPS code */
  linkedBankNo: string;
  /** Nickname */
  label?: string;
  /** Starred */
  starred?: boolean;
  /** Created */
  createdAt: string;
};

/** What creates a record of `bankAccount`. */
export type BankAccountInput = {
  /** Account name */
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
  /** CNAPS code */
  linkedBankNo: string;
  /** Nickname */
  label?: string;
  /** Starred */
  starred?: boolean;
};

/** Bank statement. */
export type BankStatement = {
  /** Statement no. */
  id: string;
  /** Account number */
  account: string;
  /** Currency */
  currency: string;
  /** Statement date */
  day: string;
  /** Opening balance */
  opening: string;
  /** Closing balance */
  closing: string;
  /** Entries */
  lines: number;
  /** File fingerprint */
  sha256: string;
  /** Imported by */
  importedBy?: string;
  /** Created */
  createdAt: string;
};

/** Bank entry. */
export type BankStatementLine = {
  /** Entry no. */
  id: string;
  /** Statement no. */
  statement: string;
  /** Account number */
  account: string;
  /** Currency */
  currency: string;
  /** Booking date */
  day: string;
  /** Amount */
  amount: string;
  /** Bank reference */
  reference: string;
  /** Ordinal */
  ordinal: number;
  /** End-to-end ID */
  endToEndId?: string;
  /** UETR */
  uetr?: string;
  /** Payment reference */
  text?: string;
  /** Counterparty */
  party?: string;
  /** Counterparty account */
  partyAccount?: string;
  /** Credited account */
  ownAccount?: string;
  /** Reversal or return */
  undoes?: "reversal" | "return";
  /** Return reason */
  returnReason?: string;
  /** Corrected entry */
  corrects?: string;
  /** Order */
  order?: string;
  /** Status */
  status: "held" | "new" | "matched" | "suspense" | "ignored";
  /** Created */
  createdAt: string;
};

/** Payee (abroad). */
export type Beneficiary = {
  /** Payee no. */
  id: string;
  /** Type */
  type: "00" | "01";
  /** Account name */
  payeeName: string;
  /** Company name */
  companyName?: string;
  /** Country or region */
  country: string;
  /** City */
  city?: string;
  /** Address */
  address: string;
  /** Account number */
  account: string;
  /** SWIFT code */
  swift: string;
  /** Payee bank */
  bankName: string;
  /** Bank address */
  bankAddress?: string;
  /** Routing code */
  branchCode?: string;
  /** Send through an intermediary bank */
  intermediary?: boolean;
  /** Intermediary bank */
  intermediaryBankName?: string;
  /** Intermediary address */
  intermediaryBankAddress?: string;
  /** Intermediary SWIFT code */
  intermediarySwift?: string;
  /** Who pays bank fees */
  feeBearing: "SHA" | "OUR" | "BEN";
  /** Nickname */
  label?: string;
  /** Starred */
  starred?: boolean;
  /** Review status */
  status: "notAudited" | "pending" | "passed" | "failed" | "blocked";
  /** Reason */
  reason?: string;
  /** Reason code */
  reasonCode?: string;
  /** Bank message */
  bankText?: string;
  /** Created */
  createdAt: string;
  /** State or province */
  state?: string;
};

/** What creates a record of `beneficiary`. */
export type BeneficiaryInput = {
  /** Type */
  type: "00" | "01";
  /** Account name */
  payeeName: string;
  /** Company name */
  companyName?: string;
  /** Country or region */
  country: string;
  /** City */
  city?: string;
  /** Address */
  address: string;
  /** Account number */
  account: string;
  /** SWIFT code */
  swift: string;
  /** Payee bank */
  bankName: string;
  /** Bank address */
  bankAddress?: string;
  /** Routing code */
  branchCode?: string;
  /** Send through an intermediary bank */
  intermediary?: boolean;
  /** Intermediary bank */
  intermediaryBankName?: string;
  /** Intermediary address */
  intermediaryBankAddress?: string;
  /** Intermediary SWIFT code */
  intermediarySwift?: string;
  /** Who pays bank fees */
  feeBearing: "SHA" | "OUR" | "BEN";
  /** Nickname */
  label?: string;
  /** Starred */
  starred?: boolean;
  /** State or province */
  state?: string;
};

/** Branch. */
export type Branch = {
  /** Name */
  name: string;
  /** Bank */
  bank: string;
  /** City */
  city: string;
  /** CNAPS code */
  linkedBankNo: string;
};

/** Business type. */
export type BusinessType = {
  /** Code */
  code: "ecommerce" | "generalTrade";
  /** Name */
  name: string;
};

/** Virtual card. */
export type Card = {
  /** Card ID */
  id: string;
  /** Card number */
  number?: string;
  /** Card label */
  label?: string;
  /** Scheme */
  scheme?: string;
  /** Currency */
  currency?: string;
  /** Card balance */
  balance?: string;
  /** Authorised */
  held?: string;
  /** Returned on closing */
  returned?: string;
  /** Status */
  status: "usable" | "disabled";
  /** Reason inactive */
  disabledReason?: "cancelled" | "frozen" | "expired" | "blocked";
  /** Reason */
  reason?: string;
  /** Expiry */
  expiry?: string;
  /** Created */
  createdAt: string;
  /** Application no. */
  application?: string;
  /** Times used */
  uses?: number;
  /** Total spend */
  totalAuthorised?: string;
  /** Allowed merchants */
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
  /** Last month used */
  monthOf?: string;
  /** Cardholder */
  cardholderId?: string;
  /** First name */
  firstName?: string;
  /** Last name */
  lastName?: string;
  /** Cardholder email */
  email?: string;
  /** Country code */
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
  /** Note */
  remark?: string;
};

/** Card application. */
export type CardApplication = {
  /** Application no. */
  orderNo: string;
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
  /** Allowed merchants */
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
  /** Cardholder */
  cardholderId: string;
  /** Last name */
  lastName?: string;
  /** First name */
  firstName?: string;
  /** Cardholder email */
  email?: string;
  /** Country code */
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
  /** Note */
  remark?: string;
  /** Total fee */
  fee?: string;
  /** Status */
  status: "processing" | "done" | "failed";
  /** Reason */
  reason?: string;
  /** Reason code */
  reasonCode?: string;
  /** Bank message */
  bankText?: string;
  /** Created by */
  maker?: string;
  /** Created */
  createdAt: string;
};

/** What creates a record of `cardApplication`. */
export type CardApplicationInput = {
  /** Card product */
  product: string;
  /** Number of cards */
  count: number;
  /** Card label */
  label: string;
  /** Allowed merchants */
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
  /** Cardholder */
  cardholderId?: string;
  /** Last name */
  lastName?: string;
  /** First name */
  firstName?: string;
  /** Cardholder email */
  email?: string;
  /** Country code */
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
  /** Note */
  remark?: string;
};

/** Issuing bank of a bank card. */
export type CardBank = {
  /** First six digits */
  bin: string;
  /** Issuing bank */
  bank: string;
};

/** Purchase code. */
export type CardCode = {
  /** Number */
  id: string;
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
};

/** Card product. */
export type CardProduct = {
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
};

/** Allowed merchants. */
export type CardRange = {
  /** Code */
  code: string;
  /** Name */
  name: string;
  /** Merchant category codes */
  mcc?: string;
};

/** Card top-up. */
export type CardRecharge = {
  /** Order no. */
  orderNo: string;
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
  /** Fee */
  fee?: string;
  /** You pay in total */
  debit?: string;
  /** Note */
  remark?: string;
  /** Status */
  status: "processing" | "done" | "failed";
  /** Reason */
  reason?: string;
  /** Reason code */
  reasonCode?: string;
  /** Bank message */
  bankText?: string;
  /** Created by */
  maker?: string;
  /** Created */
  createdAt: string;
};

/** What creates a record of `cardRecharge`. */
export type CardRechargeInput = {
  /** Card */
  cardId: string;
  /** Amount */
  amount: string;
  /** Note */
  remark?: string;
};

/** Card transaction. */
export type CardTransaction = {
  /** Transaction no. */
  id: string;
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
  /** Refunded */
  refunded?: string;
  /** Not covered */
  owed?: string;
  /** Status */
  status: "authorised" | "captured" | "expired" | "reversed" | "declined";
  /** Reason declined */
  declineReason?: "cardDisabled" | "insufficient" | "singleLimit" | "dayLimit" | "monthLimit" | "limit" | "tradingRange" | "merchant";
  /** Time */
  createdAt: string;
};

/** Cardholder. */
export type Cardholder = {
  /** Cardholder ID */
  id: string;
  /** Name */
  name?: string;
  /** Last name */
  lastName: string;
  /** First name */
  firstName: string;
  /** Cardholder email */
  email: string;
  /** Country code */
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
  /** Note */
  remark?: string;
  /** Created */
  createdAt: string;
};

/** What creates a record of `cardholder`. */
export type CardholderInput = {
  /** Last name */
  lastName: string;
  /** First name */
  firstName: string;
  /** Cardholder email */
  email: string;
  /** Country code */
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
  /** Note */
  remark?: string;
};

/** Case. */
export type Case = {
  /** Case no. */
  id: string;
  /** Type */
  kind: "unclaimed" | "returned" | "changed" | "missing" | "spent" | "opening" | "balance" | "answer" | "card" | "altered";
  /** Subject */
  subject: string;
  /** Currency */
  currency?: string;
  /** Bank's amount */
  amount?: string;
  /** Our amount */
  expected?: string;
  /** Details */
  detail?: string;
  /** Resolution */
  resolution?: string;
  /** Resolved by */
  solvedBy?: string;
  /** Status */
  status: "open" | "solved";
  /** Created */
  createdAt: string;
};

/** Fees and limits. */
export type Channel = {
  /** No. */
  id: string;
  /** Product */
  product: "withdrawal" | "recharge" | "swap" | "remittance" | "transfer" | "clearing" | "networkAccess" | "cardRecharge";
  /** Currency */
  currency: string;
  /** Minimum */
  singleMin: string;
  /** Maximum */
  singleMax: string;
  /** Monthly limit */
  monthlyMax: string;
  /** Fee per payment */
  singleFee: string;
  /** Intermediary fee */
  correspondentFee?: string;
  /** Approval needed above */
  reviewAbove?: string;
  /** Fee rate */
  withdrawalRate?: string;
  /** Exchange cost */
  exchangeRate?: string;
  /** Effective from */
  effectiveFrom: string;
  /** Created */
  createdAt: string;
};

/** City. */
export type City = {
  /** Division code */
  code: string;
  /** Name */
  name: string;
  /** Province */
  province: string;
};

/** Withdrawal. */
export type Clearing = {
  /** Order no. */
  orderNo: string;
  /** Batch no. */
  batchNo?: string;
  /** Bank reference */
  bankOrderNo?: string;
  /** Withdrawal account */
  accountId?: string;
  /** Foreign currency withdrawal account */
  payeeId?: string;
  /** Account name */
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
  /** CNAPS code */
  linkedBankNo?: string;
  /** SWIFT code */
  swift?: string;
  /** Country or region */
  country?: string;
  /** State or province */
  state?: string;
  /** City */
  town?: string;
  /** Postcode */
  postcode?: string;
  /** Address */
  address?: string;
  /** Currency */
  currency: string;
  /** Amount */
  amount: string;
  /** Fee */
  fee?: string;
  /** You pay in total */
  debit?: string;
  /** Return fee */
  charge?: string;
  /** Note */
  remark?: string;
  /** Status */
  status: "toBeReviewed" | "processing" | "waitingAsync" | "investigating" | "done" | "failed" | "rescinded";
  /** Reason */
  reason?: string;
  /** Reason code */
  reasonCode?: string;
  /** Bank message */
  bankText?: string;
  /** Created by */
  maker?: string;
  /** Approved by */
  checker?: string;
  /** Created */
  createdAt: string;
};

/** Country or region. */
export type Country = {
  /** Code */
  code: string;
  /** Name */
  name: string;
  /** Phone prefix */
  phonePrefix?: string;
};

/** Currency. */
export type Currency = {
  /** Code */
  code: string;
  /** Name */
  name: string;
  /** Minor units */
  minorUnits: number;
  /** Numeric code */
  number: string;
};

/** Fees. */
export type FeeLine = {
  /** Entry no. */
  id: string;
  /** Charged at */
  createdAt: string;
  /** Type */
  entity: "recharge" | "withdrawal" | "remittance" | "swap" | "transfer" | "clearing" | "cardApplication" | "cardRecharge" | "networkAccess";
  /** Order no. */
  orderNo: string;
  /** Counterparty */
  party: string;
  /** Currency */
  currency: string;
  /** Fee */
  amount: string;
};

/** Institution. */
export type Institution = {
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
};

/** Invoice. */
export type Invoice = {
  /** Record no. */
  id: string;
  /** Type */
  direction: "issued" | "received";
  /** Invoice no. */
  invoiceNo: string;
  /** Buyer or supplier */
  party: string;
  /** Address */
  address?: { country: string; city?: string; street: string; postcode?: string };
  /** Invoice date */
  issuedOn: string;
  /** Incoming payment */
  rechargeId?: string;
  /** International payment */
  remittanceId?: string;
  /** Currency */
  currency: string;
  /** Line */
  lines: { description: string; quantity: number; price: string; taxRate?: string; amount?: string; tax?: string }[];
  /** Subtotal */
  net?: string;
  /** Tax */
  tax?: string;
  /** Total */
  total?: string;
  /** Invoice file */
  file?: string;
  /** Supporting documents */
  documents?: string[];
  /** Created */
  createdAt: string;
};

/** What creates a record of `invoice`. */
export type InvoiceInput = {
  /** Type */
  direction: "issued" | "received";
  /** Invoice no. */
  invoiceNo: string;
  /** Buyer or supplier */
  party: string;
  /** Address */
  address?: { country: string; city?: string; street: string; postcode?: string };
  /** Invoice date */
  issuedOn: string;
  /** Incoming payment */
  rechargeId?: string;
  /** International payment */
  remittanceId?: string;
  /** Currency */
  currency: string;
  /** Line */
  lines: { description: string; quantity: number; price: string; taxRate?: string; amount?: string; tax?: string }[];
  /** Invoice file */
  file?: string;
  /** Supporting documents */
  documents?: string[];
};

/** Recently completed. */
export type LatestOrder = {
  /** Order no. */
  orderNo: string;
  /** Type */
  entity: "withdrawal" | "recharge" | "swap" | "remittance" | "transfer" | "transferIn" | "clearing" | "cardApplication" | "cardRecharge";
  /** In or out */
  sign: "in" | "out" | "own";
  /** Counterparty */
  party?: string;
  /** Currency */
  currency?: string;
  /** Amount */
  amount?: string;
  /** Payee */
  payee?: string;
  /** Payer */
  payer?: string;
  /** Status */
  status: "pending" | "toBeReviewed" | "toBeConfirmed" | "toReviewCredentials" | "waitingCredentials" | "processing" | "waitingAsync" | "investigating" | "done" | "failed" | "rescinded";
  /** Created */
  createdAt: string;
  /** Number */
  id: string;
};

/** Document bundle. */
export type Material = {
  /** Receipt no. */
  receiptNo: string;
  /** Document bundle */
  file: string;
  /** File name */
  fileName?: string;
  /** Size */
  fileSize?: number;
  /** Contents */
  contents?: { name?: string; size?: number }[];
  /** Note */
  note?: string;
  /** Created */
  createdAt: string;
};

/** What creates a record of `material`. */
export type MaterialInput = {
  /** Document bundle */
  file: string;
  /** Note */
  note?: string;
};

/** Account opening. */
export type NetworkAccess = {
  /** Application no. */
  orderNo: string;
  /** Institution */
  institution: string;
  /** Business type */
  businessType: string;
  /** Applicant */
  companyName: string;
  /** Currency */
  currencies: { currency: string }[];
  /** Business licence */
  licence: string;
  /** Attachment */
  attachment: string;
  /** Contact */
  contactName: string;
  /** Contact email */
  contactEmail: string;
  /** Contact phone */
  contactPhone: string;
  /** Note */
  remark?: string;
  /** Opening fee */
  openingFee?: string;
  /** Opened account */
  openedAccount?: string;
  /** Status */
  status: "inProcess" | "accessFailed" | "accessGranted" | "opening" | "openingFailed" | "completed";
  /** Reason */
  reason?: string;
  /** Applied by */
  maker?: string;
  /** Created */
  createdAt: string;
};

/** What creates a record of `networkAccess`. */
export type NetworkAccessInput = {
  /** Institution */
  institution: string;
  /** Business type */
  businessType: string;
  /** Applicant */
  companyName: string;
  /** Currency */
  currencies: { currency: string }[];
  /** Business licence */
  licence: string;
  /** Attachment */
  attachment: string;
  /** Contact */
  contactName: string;
  /** Contact email */
  contactEmail: string;
  /** Contact phone */
  contactPhone: string;
  /** Note */
  remark?: string;
};

/** Notification. */
export type Notification = {
  /** Notification no. */
  id: string;
  /** Status */
  state: "unread" | "read";
  /** Update */
  title: string;
  /** Type */
  kind: string;
  /** Type code */
  entity: string;
  /** Order no. */
  orderNo: string;
  /** Reason */
  reason?: string;
  /** Your money */
  money?: string;
  /** Time */
  createdAt: string;
};

/** Verification. */
export type Onboarding = {
  /** Application no. */
  id: string;
  /** Applicant type */
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
  /** Registration no. */
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
  /** ID document */
  idType: "resident" | "passport";
  /** ID number */
  residentId?: string;
  /** Passport no. */
  passportNo?: string;
  /** Nationality */
  nationality?: string;
  /** ID valid until */
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
  directors?: { name: string; title?: string; idNumber: string; document: string; documentExpiry?: string }[];
  /** No one holds 25% or more */
  noHolder25?: boolean;
  /** Shareholder */
  shareholders?: { name: string; kind: "person" | "company"; idNumber: string; ownership: string; document: string; documentExpiry?: string }[];
  /** Senior manager */
  seniorManager?: string;
  /** Senior manager position */
  seniorManagerTitle?: string;
  /** Beneficial owner */
  beneficiary?: string;
  /** Beneficial owner nationality */
  beneficiaryCountry?: string;
  /** Beneficial owner date of birth */
  beneficiaryBirthDate?: string;
  /** Beneficial owner's ID document */
  beneficiaryDocument?: string;
  /** Beneficial owner's ID valid until */
  beneficiaryExpiry?: string;
  /** An authorised person applies for the company */
  byAgent?: boolean;
  /** Relation to the company */
  agentKind?: "authorisedPerson" | "agent";
  /** Authorised person */
  agentName?: string;
  /** Authorised person position */
  agentTitle?: string;
  /** Authorised person phone */
  agentPhone?: string;
  /** Authorised person email */
  agentEmail?: string;
  /** Front of authorised person's ID card */
  agentIdFront?: string;
  /** Back of authorised person's ID card */
  agentIdBack?: string;
  /** Authorised person's ID valid until */
  agentIdExpiry?: string;
  /** Authorisation letter */
  authorisation?: string;
  /** Neither I nor any party above is under UN, Chinese, US, EU or UK sanctions */
  noSanctions: boolean;
  /** The money comes from genuine trade and doesn't go to sanctioned countries or prohibited business */
  noProhibited: boolean;
  /** The above is true and complete, and I'll update it when anything changes */
  truthful: boolean;
  /** Information needed */
  asked?: { field: "companyName" | "companyType" | "registrationNo" | "capital" | "companyAddress" | "licence" | "articles" | "personName" | "residentId" | "passportNo" | "idExpiry" | "idFront" | "idBack" | "directors" | "shareholders" | "seniorManager" | "beneficiary" | "agentName" | "authorisation"; reason: string }[];
  /** Next document to expire */
  earliestExpiry?: string;
  /** Expiry reminded */
  expiryWarned?: string;
  /** Verification */
  status: "underReview" | "moreNeeded" | "passed" | "failed";
  /** Reason */
  reason?: string;
  /** Submitted by */
  submittedBy?: string;
  /** First submitted */
  createdAt: string;
  /** Last updated */
  updatedAt: string;
};

/** What creates a record of `onboarding`. */
export type OnboardingInput = {
  /** Applicant type */
  subject: "company" | "individual";
  /** Business type */
  businessType: string;
  /** Company name */
  companyName?: string;
  /** Company name in English */
  companyNameEn?: string;
  /** Company type */
  companyType?: "limited" | "jointStock" | "foreign" | "partnership" | "sole" | "household";
  /** Registration no. */
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
  /** ID document */
  idType: "resident" | "passport";
  /** ID number */
  residentId?: string;
  /** Passport no. */
  passportNo?: string;
  /** Nationality */
  nationality?: string;
  /** ID valid until */
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
  directors?: { name: string; title?: string; idNumber: string; document: string; documentExpiry?: string }[];
  /** No one holds 25% or more */
  noHolder25?: boolean;
  /** Shareholder */
  shareholders?: { name: string; kind: "person" | "company"; idNumber: string; ownership: string; document: string; documentExpiry?: string }[];
  /** Senior manager */
  seniorManager?: string;
  /** Senior manager position */
  seniorManagerTitle?: string;
  /** Beneficial owner */
  beneficiary?: string;
  /** Beneficial owner nationality */
  beneficiaryCountry?: string;
  /** Beneficial owner date of birth */
  beneficiaryBirthDate?: string;
  /** Beneficial owner's ID document */
  beneficiaryDocument?: string;
  /** Beneficial owner's ID valid until */
  beneficiaryExpiry?: string;
  /** An authorised person applies for the company */
  byAgent?: boolean;
  /** Relation to the company */
  agentKind?: "authorisedPerson" | "agent";
  /** Authorised person */
  agentName?: string;
  /** Authorised person position */
  agentTitle?: string;
  /** Authorised person phone */
  agentPhone?: string;
  /** Authorised person email */
  agentEmail?: string;
  /** Front of authorised person's ID card */
  agentIdFront?: string;
  /** Back of authorised person's ID card */
  agentIdBack?: string;
  /** Authorised person's ID valid until */
  agentIdExpiry?: string;
  /** Authorisation letter */
  authorisation?: string;
  /** Neither I nor any party above is under UN, Chinese, US, EU or UK sanctions */
  noSanctions: boolean;
  /** The money comes from genuine trade and doesn't go to sanctioned countries or prohibited business */
  noProhibited: boolean;
  /** The above is true and complete, and I'll update it when anything changes */
  truthful: boolean;
};

/** Company party. */
export type OnboardingParty = {
  /** Party ID */
  id: string;
  /** Application */
  application?: string;
  /** Name */
  name?: string;
  /** Type */
  type?: "00" | "01";
  /** Role */
  role?: "legalPerson" | "director" | "shareholder" | "beneficiary" | "seniorManager" | "authorisedPerson" | "agent";
  /** Position */
  title?: string;
  /** Ownership */
  ownership?: string;
  /** ID number */
  idNumber?: string;
  /** Nationality */
  nationality?: string;
  /** Date of birth */
  birthDate?: string;
  /** Phone */
  phone?: string;
  /** Email */
  email?: string;
  /** Copy of ID document */
  document?: string;
  /** Back of the ID document */
  documentBack?: string;
  /** ID valid until */
  documentExpiry?: string;
  /** Expiry reminded */
  expiryWarned?: string;
  /** Review status */
  status: "underReview" | "moreNeeded" | "passed" | "failed" | "blocked" | "left";
  /** Reason */
  reason?: string;
  /** Reason code */
  reasonCode?: string;
  /** Bank message */
  bankText?: string;
  /** Created */
  createdAt: string;
  /** Last updated */
  updatedAt: string;
};

/** Payees. */
export type Payee = {
  /** Payee no. */
  payeeId: string;
  /** List */
  entity: "bankAccount" | "remitPayee" | "beneficiary";
  /** Account name */
  name: string;
  /** Nickname */
  label?: string;
  /** Starred */
  starred?: boolean;
  /** Account in */
  route: "mainland" | "abroad";
  /** Country or region */
  country: string;
  /** Account number */
  account: string;
  /** Bank */
  bank: string;
  /** Review status */
  status: "notAudited" | "pending" | "passed" | "failed" | "blocked";
  /** Created */
  createdAt: string;
  /** Number */
  id: string;
};

/** Payer. */
export type Payer = {
  /** Payer no. */
  id: string;
  /** Type */
  type: "00" | "01";
  /** Legal name */
  actualName: string;
  /** Registration no. */
  registrationNo?: string;
  /** Country of registration */
  registrationCountry?: string;
  /** Bank */
  bankName: string;
  /** Nickname */
  label?: string;
  /** Review status */
  status: "notAudited" | "pending" | "passed" | "failed" | "blocked";
  /** Reason */
  reason?: string;
  /** Reason code */
  reasonCode?: string;
  /** Bank message */
  bankText?: string;
  /** Created */
  createdAt: string;
};

/** What creates a record of `payer`. */
export type PayerInput = {
  /** Type */
  type: "00" | "01";
  /** Legal name */
  actualName: string;
  /** Registration no. */
  registrationNo?: string;
  /** Country of registration */
  registrationCountry?: string;
  /** Bank */
  bankName: string;
  /** Nickname */
  label?: string;
};

/** In progress. */
export type PendingTrade = {
  /** Order no. */
  orderNo: string;
  /** Type */
  entity: "withdrawal" | "recharge" | "swap" | "remittance" | "transfer" | "clearing" | "cardApplication" | "cardRecharge";
  /** Waiting on */
  turn: "you" | "us";
  /** To do */
  says?: string;
  /** Action */
  does?: string;
  /** Counterparty */
  party?: string;
  /** Currency */
  currency?: string;
  /** Amount */
  amount?: string;
  /** Status */
  status: "pending" | "toBeReviewed" | "toBeConfirmed" | "toReviewCredentials" | "waitingCredentials" | "processing" | "waitingAsync" | "investigating" | "done" | "failed" | "rescinded";
  /** Arrives by */
  due?: string;
  /** Created */
  createdAt: string;
  /** Number */
  id: string;
};

/** Statement. */
export type PeriodStatement = {
  /** Statement no. */
  id: string;
  /** From */
  from: string;
  /** Until */
  to: string;
  /** Currency */
  currency: string;
  /** Opening balance */
  opening: string;
  /** Money in */
  credit: string;
  /** Money out */
  debit: string;
  /** Closing balance */
  closing: string;
  /** Entries */
  movements: number;
};

/** Province. */
export type Province = {
  /** Name */
  name: string;
  /** English name */
  english: string;
  /** Division code */
  code: string;
};

/** Purpose. */
export type Purpose = {
  /** Code */
  code: "currentSettlement" | "loans" | "travel" | "alimony" | "invested" | "office" | "project" | "remuneration" | "tuition" | "other";
  /** Name */
  name: string;
};

/** Reason code. */
export type ReasonCode = {
  /** Code */
  code: string;
  /** Reason */
  name: string;
  /** Fields */
  fields?: string[];
};

/** Receiving account. */
export type ReceivingAccount = {
  /** Account no. */
  id: string;
  /** Nickname */
  label?: string;
  /** Default */
  isDefault?: boolean;
  /** Currency */
  currency?: string;
  /** Account name */
  holder?: string;
  /** Bank */
  bank?: string;
  /** SWIFT code */
  swift?: string;
  /** Account number or IBAN */
  account?: string;
  /** Bank address */
  bankAddress?: string;
  /** Bank country */
  country?: string;
  /** Reference code */
  reference?: string;
  /** Status */
  status?: "inProcess" | "accessFailed" | "openingFailed" | "completed";
  /** Note */
  remark?: string;
  /** Created */
  createdAt: string;
};

/** Incoming payment. */
export type Recharge = {
  /** Order no. */
  serialNo: string;
  /** Sender */
  remitterName: string;
  /** Sender account */
  remitterAccount?: string;
  /** Payment currency */
  currency: string;
  /** Sent */
  amount: string;
  /** Received */
  actualAmount?: string;
  /** Difference */
  difference?: string;
  /** Fee */
  fee?: string;
  /** Credited */
  netAmount?: string;
  /** Taken back */
  reversed?: string;
  /** Not taken back */
  spent?: string;
  /** Received at */
  collectionTime?: string;
  /** Booking */
  booking?: "notBooked" | "toBeBooked" | "booked";
  /** Business type */
  businessType?: string;
  /** Contract no. */
  contractNo?: string;
  /** Invoice no. */
  receiptNo?: string;
  /** Expected on */
  expectedOn?: string;
  /** Payment reference */
  postscript?: string;
  /** Trade documents */
  tradeDocument?: string;
  /** Sales details */
  detailFile?: string;
  /** Bank reference */
  bankReference?: string;
  /** Surplus of */
  overpaymentOf?: string;
  /** Status */
  status: "pending" | "processing" | "waitingCredentials" | "toBeReviewed" | "investigating" | "done" | "failed" | "rescinded";
  /** Reason */
  reason?: string;
  /** Reason code */
  reasonCode?: string;
  /** Bank message */
  bankText?: string;
  /** Expected by */
  maker?: string;
  /** Created */
  createdAt: string;
};

/** What creates a record of `recharge`. */
export type RechargeInput = {
  /** Sender */
  remitterName: string;
  /** Sender account */
  remitterAccount?: string;
  /** Payment currency */
  currency: string;
  /** Sent */
  amount: string;
  /** Business type */
  businessType?: string;
  /** Contract no. */
  contractNo?: string;
  /** Invoice no. */
  receiptNo?: string;
  /** Expected on */
  expectedOn?: string;
  /** Payment reference */
  postscript?: string;
  /** Trade documents */
  tradeDocument?: string;
  /** Sales details */
  detailFile?: string;
};

/** Payee (international). */
export type RemitPayee = {
  /** Payee no. */
  accountId: string;
  /** Type */
  type: "00" | "01";
  /** Account name */
  payeeName: string;
  /** Company name */
  companyName?: string;
  /** Country or region */
  country: string;
  /** City */
  city: string;
  /** Postcode */
  postcode?: string;
  /** Address */
  address: string;
  /** Account number */
  account: string;
  /** SWIFT code */
  swift: string;
  /** Payee bank */
  bankName: string;
  /** Bank address */
  bankAddress?: string;
  /** Routing code */
  branchCode?: string;
  /** Send through an intermediary bank */
  intermediary?: boolean;
  /** Intermediary bank */
  intermediaryBankName?: string;
  /** Intermediary address */
  intermediaryBankAddress?: string;
  /** Intermediary SWIFT code */
  intermediarySwift?: string;
  /** Who pays bank fees */
  feeBearing: "SHA" | "OUR" | "BEN";
  /** Nickname */
  label?: string;
  /** Starred */
  starred?: boolean;
  /** Tags */
  tags?: string[];
  /** Review status */
  status: "notAudited" | "pending" | "passed" | "failed" | "blocked";
  /** Reason */
  reason?: string;
  /** Reason code */
  reasonCode?: string;
  /** Bank message */
  bankText?: string;
  /** Created */
  createdAt: string;
  /** State or province */
  state?: string;
};

/** What creates a record of `remitPayee`. */
export type RemitPayeeInput = {
  /** Type */
  type: "00" | "01";
  /** Account name */
  payeeName: string;
  /** Company name */
  companyName?: string;
  /** Country or region */
  country: string;
  /** City */
  city: string;
  /** Postcode */
  postcode?: string;
  /** Address */
  address: string;
  /** Account number */
  account: string;
  /** SWIFT code */
  swift: string;
  /** Payee bank */
  bankName: string;
  /** Bank address */
  bankAddress?: string;
  /** Routing code */
  branchCode?: string;
  /** Send through an intermediary bank */
  intermediary?: boolean;
  /** Intermediary bank */
  intermediaryBankName?: string;
  /** Intermediary address */
  intermediaryBankAddress?: string;
  /** Intermediary SWIFT code */
  intermediarySwift?: string;
  /** Who pays bank fees */
  feeBearing: "SHA" | "OUR" | "BEN";
  /** Nickname */
  label?: string;
  /** Starred */
  starred?: boolean;
  /** Tags */
  tags?: string[];
  /** State or province */
  state?: string;
};

/** International payment. */
export type Remittance = {
  /** Order no. */
  orderNo: string;
  /** File no. */
  fileNo?: string;
  /** Bank reference */
  bankOrderNo?: string;
  /** UETR */
  uetr?: string;
  /** Payer */
  payerId: string;
  /** Payer name */
  payerName?: string;
  /** Payee */
  payeeId: string;
  /** Account name */
  payeeName?: string;
  /** Country or region */
  country?: string;
  /** State or province */
  state?: string;
  /** City */
  city?: string;
  /** Postcode */
  postcode?: string;
  /** Address */
  address?: string;
  /** Account number */
  account?: string;
  /** SWIFT code */
  swift?: string;
  /** Payee bank */
  bankName?: string;
  /** Routing code */
  branchCode?: string;
  /** Intermediary bank */
  intermediaryBankName?: string;
  /** Intermediary SWIFT code */
  intermediarySwift?: string;
  /** Currency */
  currency: string;
  /** Amount */
  amount: string;
  /** Who pays bank fees */
  feeBearing: "SHA" | "OUR" | "BEN";
  /** Full amount guaranteed, +40 USD */
  fullAmount?: boolean;
  /** USD rate */
  fullAmountRate?: string;
  /** Fee */
  fee?: string;
  /** Full amount fee */
  fullAmountFee?: string;
  /** Intermediary fee */
  correspondentFee?: string;
  /** They receive */
  payeeAmount?: string;
  /** You pay in total */
  debit?: string;
  /** Total fees */
  totalFee?: string;
  /** Previous fee */
  formerFee?: string;
  /** Intermediary fee */
  correspondentCharge?: string;
  /** Arrives by */
  arrival?: string;
  /** Purpose */
  purpose: string;
  /** Contract or invoice no. */
  contractNo?: string;
  /** Payment reference */
  postscript?: string;
  /** Trade documents */
  tradeDocuments?: string;
  /** Documents */
  credentials?: string;
  /** Review */
  review: "notAudited" | "pending" | "passed" | "failed";
  /** Status */
  status: "toBeReviewed" | "pending" | "processing" | "investigating" | "waitingCredentials" | "toReviewCredentials" | "toBeConfirmed" | "waitingAsync" | "done" | "failed" | "rescinded";
  /** Reason */
  reason?: string;
  /** Reason code */
  reasonCode?: string;
  /** Bank message */
  bankText?: string;
  /** Created by */
  maker?: string;
  /** Approved by */
  checker?: string;
  /** Created */
  createdAt: string;
};

/** What creates a record of `remittance`. */
export type RemittanceInput = {
  /** Payer */
  payerId: string;
  /** Payee */
  payeeId: string;
  /** Currency */
  currency: string;
  /** Amount */
  amount: string;
  /** Who pays bank fees */
  feeBearing: "SHA" | "OUR" | "BEN";
  /** Full amount guaranteed, +40 USD */
  fullAmount?: boolean;
  /** Purpose */
  purpose: string;
  /** Contract or invoice no. */
  contractNo?: string;
  /** Payment reference */
  postscript?: string;
  /** Trade documents */
  tradeDocuments?: string;
};

/** Payment purpose. */
export type RemittancePurpose = {
  /** Code */
  code: string;
  /** Name */
  name: string;
};

/** Security activity. */
export type SecurityLog = {
  /** No. */
  id: string;
  /** Time */
  createdAt: string;
  /** Event */
  action: "register" | "signIn" | "signInRefused" | "signOut" | "sessionsEnded" | "loginPasswordChanged" | "loginPasswordReset" | "payPasswordSet" | "payPasswordChanged" | "stepUpRefused" | "totpOn" | "totpOff" | "phoneChanged" | "reveal" | "import" | "export";
  /** Result */
  result: "done" | "refused";
  /** Item */
  about?: string;
  /** IP address */
  ip?: string;
  /** Trace ID */
  traceId?: string;
};

/** Monthly statement. */
export type Statement = {
  /** Statement no. */
  id: string;
  /** Month */
  month: string;
  /** From */
  from: string;
  /** Until */
  to: string;
  /** Currency */
  currency: string;
  /** Opening balance */
  opening: string;
  /** Money in */
  credit: string;
  /** Money out */
  debit: string;
  /** Closing balance */
  closing: string;
  /** Entries */
  movements: number;
};

/** Statement. */
export type StatementLine = {
  /** Entry no. */
  id: string;
  /** Time */
  createdAt: string;
  /** Type */
  type: "opening" | "recharge" | "withdrawal" | "swap" | "remittance" | "transfer" | "received" | "clearing" | "cardApplication" | "cardRecharge" | "card" | "networkAccess" | "adjustment";
  /** Type code */
  entity: string;
  /** Order no. */
  orderNo: string;
  /** Other party */
  party: string;
  /** Currency */
  currency: string;
  /** In */
  credit: string;
  /** Out */
  debit: string;
  /** Change */
  change: string;
  /** Balance */
  balance: string;
  /** Booking */
  booking: "booked" | "pending";
  /** Note */
  remark: string;
  /** Month */
  month: string;
};

/** Exchange. */
export type Swap = {
  /** Order no. */
  orderNo: string;
  /** Type */
  mode?: "instant" | "intra" | "application";
  /** Selling currency */
  sellCurrency: string;
  /** Buying currency */
  buyCurrency: string;
  /** Amount */
  amount: string;
  /** Fixed side */
  fixedSide?: "sell" | "buy";
  /** Your rate */
  rate?: string;
  /** Mid-market rate */
  mid?: string;
  /** You receive */
  settlementAmount?: string;
  /** Fee */
  fee?: string;
  /** You pay in total */
  debit?: string;
  /** Purpose */
  purpose?: string;
  /** Purpose in words */
  purposeText?: string;
  /** Documents */
  documents?: string;
  /** Note */
  remark?: string;
  /** Status */
  status: "toBeReviewed" | "waitingCredentials" | "toBeConfirmed" | "processing" | "waitingAsync" | "done" | "failed" | "rescinded";
  /** Reason */
  reason?: string;
  /** Reason code */
  reasonCode?: string;
  /** Bank message */
  bankText?: string;
  /** Settlement date */
  settleDate?: string;
  /** Deal no. */
  dealNo?: string;
  /** Quote no. */
  quoteId?: string;
  /** Created by */
  maker?: string;
  /** Created */
  createdAt: string;
};

/** What creates a record of `swap`. */
export type SwapInput = {
  /** Type */
  mode?: "instant" | "intra" | "application";
  /** Selling currency */
  sellCurrency: string;
  /** Buying currency */
  buyCurrency: string;
  /** Amount */
  amount: string;
  /** Purpose */
  purpose?: string;
  /** Purpose in words */
  purposeText?: string;
  /** Documents */
  documents?: string;
  /** Note */
  remark?: string;
};

/** SWIFT code of a bank. */
export type SwiftCode = {
  /** First eight characters */
  code: string;
  /** Bank */
  name: string;
  /** Name in a payment message */
  latin: string;
};

/** Inbox. */
export type Todo = {
  /** Order no. */
  orderNo: string;
  /** Type */
  entity: "withdrawal" | "remittance" | "transfer" | "clearing" | "swap" | "recharge" | "networkAccess" | "onboarding";
  /** To do */
  nextEvent?: "pass" | "upload" | "supply" | "confirm" | "sure" | "readd" | "openAcc" | "resubmit";
  /** Counterparty */
  party?: string;
  /** Currency */
  currency?: string;
  /** Amount */
  amount?: string;
  /** Reason */
  reason?: string;
  /** Created by */
  maker?: string;
  /** Created */
  createdAt: string;
  /** Number */
  id: string;
};

/** Trade type. */
export type TradeType = {
  /** Code */
  code: string;
  /** Name */
  name: string;
};

/** Activity. */
export type Transaction = {
  /** Order no. */
  orderNo: string;
  /** Type */
  entity: "recharge" | "withdrawal" | "remittance" | "swap" | "transfer" | "transferIn" | "clearing" | "cardApplication" | "cardRecharge";
  /** In or out */
  sign: "in" | "out" | "own";
  /** Counterparty */
  party?: string;
  /** Currency */
  currency?: string;
  /** Amount */
  amount?: string;
  /** Bought currency */
  otherCurrency?: string;
  /** Bought */
  other?: string;
  /** Note */
  note?: string;
  /** Payee */
  payee?: string;
  /** Payer */
  payer?: string;
  /** Status */
  status: "pending" | "toBeReviewed" | "toBeConfirmed" | "toReviewCredentials" | "waitingCredentials" | "processing" | "waitingAsync" | "investigating" | "done" | "failed" | "rescinded";
  /** Created */
  createdAt: string;
  /** Number */
  id: string;
};

/** Transfer. */
export type Transfer = {
  /** Order no. */
  orderNo: string;
  /** Type */
  kind?: "sameBank" | "merchant";
  /** Payee */
  payee: string;
  /** Payee full name */
  payeeName?: string;
  /** Payee merchant ID */
  payeeNo?: string;
  /** Registered name */
  registeredName?: string;
  /** Currency */
  currency: string;
  /** Amount */
  amount: string;
  /** Fee */
  fee?: string;
  /** You pay in total */
  debit?: string;
  /** Purpose */
  purpose: string;
  /** Payment reference */
  postscript?: string;
  /** Status */
  status: "toBeReviewed" | "done" | "failed" | "rescinded";
  /** Reason */
  reason?: string;
  /** Reason code */
  reasonCode?: string;
  /** Bank message */
  bankText?: string;
  /** Created by */
  maker?: string;
  /** Approved by */
  checker?: string;
  /** Created */
  createdAt: string;
};

/** What creates a record of `transfer`. */
export type TransferInput = {
  /** Type */
  kind?: "sameBank" | "merchant";
  /** Payee */
  payee: string;
  /** Payee full name */
  payeeName?: string;
  /** Currency */
  currency: string;
  /** Amount */
  amount: string;
  /** Purpose */
  purpose: string;
  /** Payment reference */
  postscript?: string;
};

/** Transfer received. */
export type TransferIn = {
  /** Order no. */
  orderNo: string;
  /** Type */
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
  status: "done";
  /** Created */
  createdAt: string;
};

/** Wallet. */
export type Wallet = {
  /** Currency */
  currency: string;
  /** Balance */
  balance: string;
  /** Available */
  withdrawable: string;
  /** Not yet available */
  unavailable: string;
  /** On hold */
  hold: string;
  /** Pending credit */
  pending: string;
  /** Orders on hold */
  holdOrders: number;
  /** On cards */
  onCards: string;
  /** Can be paid */
  canPay: boolean;
  /** Can be received */
  canReceive: boolean;
  /** Can be bought */
  canBuy: boolean;
};

/** Statement. */
export type WalletDetail = {
  /** Entry no. */
  id: string;
  /** Time */
  createdAt: string;
  /** Type */
  type: "opening" | "recharge" | "withdrawal" | "swap" | "remittance" | "transfer" | "received" | "clearing" | "cardApplication" | "cardRecharge" | "card" | "networkAccess" | "adjustment";
  /** Type code */
  entity: string;
  /** Balance type */
  account: "avail" | "hold" | "in";
  /** Order no. */
  orderNo: string;
  /** Currency */
  currency: string;
  /** Change */
  change: string;
  /** Balance after */
  balanceAfter: string;
  /** Note */
  remark: string;
  /** Month */
  month: string;
};

/** CNY payment. */
export type Withdrawal = {
  /** Order no. */
  orderNo: string;
  /** File no. */
  fileNo?: string;
  /** Bank reference */
  bankOrderNo?: string;
  /** Payee */
  accountId: string;
  /** Account name */
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
  /** CNAPS code */
  linkedBankNo?: string;
  /** Amount */
  amount: string;
  /** Fee rate */
  rate?: string;
  /** Fee */
  fee?: string;
  /** You pay in total */
  debit?: string;
  /** Return fee */
  charge?: string;
  /** Note */
  remark?: string;
  /** The bank asks for */
  question?: string;
  /** Documents */
  credentials?: string;
  /** Status */
  status: "toBeReviewed" | "processing" | "waitingAsync" | "investigating" | "waitingCredentials" | "toReviewCredentials" | "done" | "failed" | "rescinded";
  /** Reason */
  reason?: string;
  /** Reason code */
  reasonCode?: string;
  /** Bank message */
  bankText?: string;
  /** Created by */
  maker?: string;
  /** Approved by */
  checker?: string;
  /** Created */
  createdAt: string;
};

/** What creates a record of `withdrawal`. */
export type WithdrawalInput = {
  /** Payee */
  accountId: string;
  /** Amount */
  amount: string;
  /** Note */
  remark?: string;
};

/** Request of the call `authLetter`. */
export type AuthLetterRequest = Record<string, never>;

/** Request of the call `authMsg`. */
export type AuthMsgRequest = Record<string, never>;

export type AuthMsgResponse = { userStatus: 4 | 0 | -1 | 1; record?: Onboarding; status?: string; message: string; reason?: string; asked: readonly { field: string; label: string; reason: string }[]; expectedBy?: string; expiresOn?: string };

/** Request of the call `avatar`. */
export type AvatarRequest = {
  /** Photo */
  avatar?: string;
};

export type AvatarResponse = Record<string, never>;

/** Request of the call `bankInformationRelevance`. */
export type BankInformationRelevanceRequest = {
  /** SWIFT code */
  swift?: string;
  /** CNAPS code */
  linkedBankNo?: string;
  /** Bank */
  bank?: string;
  /** City */
  city?: string;
  /** Branch */
  branch?: string;
};

export type BankInformationRelevanceResponse = { record: { bank?: string; bankEnglish?: string; bankCode?: string; swift?: string; country?: string; bankAddress?: string; province?: string; city?: string; branch?: string; linkedBankNo?: string }; branches: readonly { bank: string; province?: string; city: string; branch: string; linkedBankNo: string }[] };

/** Request of the call `batchWithdraw`. */
export type BatchWithdrawRequest = {
  /** CNY withdrawal account */
  accountId?: string;
  /** Foreign currency withdrawal account */
  payeeId?: string;
  /** Balance */
  wallets: { currency: string; amount: string }[];
  /** Note */
  remark?: string;
};

export type BatchWithdrawResponse = { batchNo: string; records: readonly Clearing[] };

/** Request of the call `bindPhone`. */
export type BindPhoneRequest = {
  /** Phone number */
  phone: string;
  /** Text message code */
  code: string;
  /** Password */
  password: string;
};

export type BindPhoneResponse = Record<string, never>;

/** Request of the call `cancelOrder`. */
export type CancelOrderRequest = {
  /** Order no. */
  orderNo: string;
};

export type CancelOrderResponse = { record: Record<string, unknown> };

/** Request of the call `cardInquiry`. */
export type CardInquiryRequest = {
  /** Card ID */
  id: string;
};

export type CardInquiryResponse = { id: string; status: string; disabledReason?: string; currency?: string; balance?: string; held?: string; dayLeft?: string; monthLeft?: string; limitLeft?: string };

/** Request of the call `cardNumberDisplay`. */
export type CardNumberDisplayRequest = {
  /** Card ID */
  id: string;
};

export type CardNumberDisplayResponse = { number: string; expiry: string; cvv: string };

/** Request of the call `changePassword`. */
export type ChangePasswordRequest = {
  /** Verify by */
  verifyType: "1" | "2";
  /** Email or phone */
  email: string;
  /** Code */
  code: string;
  /** New password */
  password: string;
};

export type ChangePasswordResponse = { signedOut: boolean };

/** Request of the call `checkPassword`. */
export type CheckPasswordRequest = {
  /** Payment password */
  password: string;
  /** Code */
  googleCode?: string;
  /** Call to confirm */
  call?: string;
  /** Body to confirm, as JSON text */
  body?: string;
};

export type CheckPasswordResponse = { proof: string };

/** Request of the call `context`. */
export type ContextRequest = {
  /** Entity */
  entity: string;
  /** Currency */
  currency?: string;
  /** Other merchant */
  merchant?: string;
  /** The other merchant's name */
  merchantName?: string;
  /** Payee no. */
  payee?: string;
};

export type ContextResponse = { approval: Record<string, unknown>; channel: Record<string, unknown>; currencies: Record<string, unknown>; fixing: Record<string, unknown>; workday: Record<string, unknown>; wallet: Record<string, unknown>; receiving: Record<string, unknown>; counterparty: Record<string, unknown>; payee: Record<string, unknown> };

/** Request of the call `currencyRate`. */
export type CurrencyRateRequest = Record<string, never>;

export type CurrencyRateResponse = { serverTime: string; stale: boolean; list: readonly { pair: string; base: string; quote: string; name: string; mid: string; buy?: string; sell?: string; changePercent?: string; at: string; stale: boolean }[] };

/** Request of the call `decideOrders`. */
export type DecideOrdersRequest = {
  /** Items */
  ids: string[];
  /** Action */
  event: string;
  /** Reason */
  reason?: string;
};

export type DecideOrdersResponse = { decided: readonly string[] };

/** Request of the call `digestMail`. */
export type DigestMailRequest = {
  /** Approval emails */
  digest: "off" | "daily" | "weekly";
};

export type DigestMailResponse = Record<string, never>;

/** Request of the call `displayBalance`. */
export type DisplayBalanceRequest = {
  /** Currency */
  currency?: string;
};

export type DisplayBalanceResponse = { list: readonly { currency: string; withdrawable: string; onCards: string; authorised: string }[] };

/** Request of the call `exportLine`. */
export type ExportLineRequest = {
  /** Export ticket */
  ticket: string;
};

export type ExportLineResponse = { waiting: boolean; ahead: number };

/** Request of the call `findRecords`. */
export type FindRecordsRequest = {
  /** Search */
  q: string;
};

export type FindRecordsResponse = { list: readonly { entity: string; id: string; kind: string; title: string; detail?: string; status?: string; tone?: string; next?: { label: { zh: string; en: string }; to: string } }[]; all: readonly { entity: string; count: number }[] };

/** Request of the call `forgetPassword`. */
export type ForgetPasswordRequest = {
  /** Email */
  email: string;
  /** Code */
  code: string;
  /** New password */
  password: string;
};

export type ForgetPasswordResponse = Record<string, never>;

/** Request of the call `getConstants`. */
export type GetConstantsRequest = Record<string, never>;

export type GetConstantsResponse = { constants: Record<string, unknown> };

/** Request of the call `googleBind`. */
export type GoogleBindRequest = {
  /** Code */
  googleCode: string;
  /** Password */
  password: string;
  /** Proof of the payment password */
  proof?: string;
};

export type GoogleBindResponse = { recoveryCodes: readonly string[] };

/** Request of the call `googleClose`. */
export type GoogleCloseRequest = Record<string, never>;

export type GoogleCloseResponse = Record<string, never>;

/** Request of the call `googleQr`. */
export type GoogleQrRequest = Record<string, never>;

export type GoogleQrResponse = { secret: string; otpauth: string; qr: readonly string[] };

/** Request of the call `googleUser`. */
export type GoogleUserRequest = Record<string, never>;

export type GoogleUserResponse = { username: string; bound: boolean; recoveryCodesLeft: number };

/** Request of the call `letterTemplate`. */
export type LetterTemplateRequest = Record<string, never>;

/** Request of the call `login`. */
export type LoginRequest = {
  /** Email */
  username: string;
  /** Password */
  password?: string;
  /** Code */
  code?: string;
  /** Second step */
  second?: boolean;
  /** Sign in by */
  loginType?: "1" | "2";
  /** Code */
  googleCode?: string;
};

export type LoginResponse = { token?: string; userId?: string; merId?: string; username?: string; userStatus?: 4 | 0 | -1 | 1; needGoogle?: boolean };

/** Request of the call `loginCode`. */
export type LoginCodeRequest = {
  /** Email */
  email: string;
  /** Purpose */
  purpose?: "login" | "register" | "forget";
};

export type LoginCodeResponse = { to: string };

/** Request of the call `logout`. */
export type LogoutRequest = Record<string, never>;

export type LogoutResponse = Record<string, never>;

/** Request of the call `menu`. */
export type MenuRequest = Record<string, never>;

export type MenuResponse = { merMenuList: readonly { menuId: string; name: string }[] };

/** Request of the call `merRate`. */
export type MerRateRequest = Record<string, never>;

export type MerRateResponse = { serverTime: string; list: readonly { key: string; value: string }[] };

/** Request of the call `merchantName`. */
export type MerchantNameRequest = {
  /** Merchant ID or email */
  merchant: string;
  /** Merchant name */
  name?: string;
};

export type MerchantNameResponse = { merchant: string; name: string };

/** Request of the call `merchantNames`. */
export type MerchantNamesRequest = Record<string, never>;

export type MerchantNamesResponse = { list: readonly { merchant: string; name: string }[] };

/** Request of the call `notificationCount`. */
export type NotificationCountRequest = Record<string, never>;

export type NotificationCountResponse = { unread: number };

/** Request of the call `notificationRead`. */
export type NotificationReadRequest = {
  /** Notification no. */
  id: string;
};

export type NotificationReadResponse = { unread: number };

/** Request of the call `notificationReadAll`. */
export type NotificationReadAllRequest = Record<string, never>;

export type NotificationReadAllResponse = { unread: number };

/** Request of the call `orderHistory`. */
export type OrderHistoryRequest = {
  /** Items */
  ids: string[];
};

export type OrderHistoryResponse = { facts: readonly { id: string; toPayee: number; usual?: string; times: number; same24h: number; sameNo?: string }[] };

/** Request of the call `passwordCode`. */
export type PasswordCodeRequest = {
  /** Verify by */
  verifyType: "1" | "2";
  /** Email or phone */
  email: string;
};

export type PasswordCodeResponse = { to: string };

/** Request of the call `payCode`. */
export type PayCodeRequest = {
  /** Verify by */
  verifyType: "1" | "2";
};

export type PayCodeResponse = { to: string };

/** Request of the call `payPassword`. */
export type PayPasswordRequest = {
  /** Verify by */
  verifyType: "1" | "2";
  /** Code */
  code: string;
  /** New payment password */
  password: string;
};

export type PayPasswordResponse = Record<string, never>;

/** Request of the call `payTemplate`. */
export type PayTemplateRequest = Record<string, never>;

/** Request of the call `payeeTemplate`. */
export type PayeeTemplateRequest = Record<string, never>;

/** Request of the call `phoneCode`. */
export type PhoneCodeRequest = {
  /** Phone number */
  phone: string;
};

export type PhoneCodeResponse = { to: string };

/** Request of the call `ratePrice`. */
export type RatePriceRequest = {
  /** Pairs */
  pairs?: string;
  /** Days of history */
  days?: number;
};

export type RatePriceResponse = { serverTime: string; stale: boolean; rates: readonly { pair: string; base: string; quote: string; mid: string; buy?: string; sell?: string; changePercent?: string; at: string; stale: boolean }[]; history: Record<string, readonly (readonly [number, string])[]> };

/** Request of the call `recordUse`. */
export type RecordUseRequest = {
  /** Payees */
  ids: string[];
};

export type RecordUseResponse = { uses: readonly { id: string; count: number; more?: boolean; last: string; currencies?: readonly string[] }[] };

/** Request of the call `register`. */
export type RegisterRequest = {
  /** Email */
  email: string;
  /** Code */
  code: string;
  /** Password */
  password: string;
  /** I have read and agree to the User Service Agreement and the Privacy Policy */
  agreement: boolean;
  /** Agreement version */
  agreementVersion?: string;
};

export type RegisterResponse = { token: string; userId: string; merId: string; username: string; userStatus: 4 | 0 | -1 | 1 };

/** Request of the call `remitPayeeFrom`. */
export type RemitPayeeFromRequest = {
  /** Payee */
  id: string;
  /** City */
  city?: string;
};

export type RemitPayeeFromResponse = { record: RemitPayee };

/** Request of the call `remitPayeeParty`. */
export type RemitPayeePartyRequest = {
  /** Type */
  type: "00" | "01";
  /** Account name */
  payeeName: string;
  /** Company name */
  companyName?: string;
  /** Country or region */
  country: string;
  /** City */
  city: string;
  /** Postcode */
  postcode?: string;
  /** Address */
  address: string;
  /** State or province */
  state?: string;
};

export type RemitPayeePartyResponse = { step: string };

/** Request of the call `remitTemplate`. */
export type RemitTemplateRequest = Record<string, never>;

/** Request of the call `secondFactor`. */
export type SecondFactorRequest = {
  /** Code */
  googleCode: string;
  /** Proof of the payment password */
  proof?: string;
};

export type SecondFactorResponse = { proof: string };

/** Request of the call `sessionEnd`. */
export type SessionEndRequest = {
  /** Session */
  id?: string;
};

export type SessionEndResponse = Record<string, never>;

/** Request of the call `sessionList`. */
export type SessionListRequest = Record<string, never>;

export type SessionListResponse = { list: readonly { id: string; current: boolean; createdAt: string; seenAt: string; ip: string; agent: string }[] };

/** Request of the call `showImage`. */
export type ShowImageRequest = {
  /** File no. */
  id: string;
};

export type ShowImageResponse = { name: string; image: string };

/** Request of the call `swapQuote`. */
export type SwapQuoteRequest = {
  /** Selling currency */
  sellCurrency?: string;
  /** Buying currency */
  buyCurrency?: string;
  /** Amount sold */
  sellAmount?: string;
  /** Amount bought */
  buyAmount?: string;
  /** Type */
  mode?: "instant" | "intra";
  /** Request to confirm */
  orderNo?: string;
  /** Form */
  form?: string;
};

export type SwapQuoteResponse = { quoteId: string; mode: string; orderNo?: string; sellCurrency: string; buyCurrency: string; sellAmount: string; buyAmount: string; fixed: "sell" | "buy"; rate: string; inverse: string; mid: string; fee: string; feeCurrency: string; debit: string; available: string; settleDate: string; serverTime: string; expiresInMs: number };

/** Request of the call `swapSure`. */
export type SwapSureRequest = {
  /** Quote no. */
  quoteId: string;
};

export type SwapSureResponse = { record: Swap };

/** Request of the call `swapTime`. */
export type SwapTimeRequest = Record<string, never>;

export type SwapTimeResponse = { open: boolean; opensAt: string; closesAt: string; changesInMs: number; opens: string; closes: string; zone: string; holidays: readonly string[]; yearKnown: boolean; serverTime: string };

/** Request of the call `userInfo`. */
export type UserInfoRequest = Record<string, never>;

export type UserInfoResponse = { userId: string; merId: string; merName: string; merNameEn?: string; username: string; name: string; avatar?: string; userStatus: 4 | 0 | -1 | 1; certified: boolean; payPasswordSet: boolean; googleAuth: boolean; phone?: string; phoneSet: boolean; digest: "off" | "daily" | "weekly"; grants: readonly string[]; serverTime: string };

/** Request of the call `walletHistory`. */
export type WalletHistoryRequest = Record<string, never>;

export type WalletHistoryResponse = { days: readonly string[]; balances: Record<string, readonly string[]> };

/** Request of the call `walletStatement`. */
export type WalletStatementRequest = {
  /** Currency */
  currency?: string;
  /** From */
  from?: string;
  /** Until */
  to?: string;
};

export type WalletStatementResponse = { currency: string; currencies: readonly string[]; opening: string; closing: string; number?: string; hold: string; held: number; holds: readonly { entity: string; orderNo: string; party?: string; until?: string; amount: string }[] };

/** Request of the call `walletTotal`. */
export type WalletTotalRequest = {
  /** Currency */
  currency: string;
};

export type WalletTotalResponse = { currency: string; at?: string; total: string; parts: Record<string, string>; worth: Record<string, string>; without: readonly string[] };

/** Records by entity: `row` as it is read, `input` of a create, `patch` of an update. */
export interface Entities {
  accountSettings: { row: AccountSettings; input: never; patch: never };
  area: { row: Area; input: never; patch: never };
  bank: { row: Bank; input: never; patch: never };
  bankAccount: { row: BankAccount; input: BankAccountInput; patch: Patch<BankAccountInput> };
  bankStatement: { row: BankStatement; input: never; patch: never };
  bankStatementLine: { row: BankStatementLine; input: never; patch: never };
  beneficiary: { row: Beneficiary; input: BeneficiaryInput; patch: Patch<BeneficiaryInput> };
  branch: { row: Branch; input: never; patch: never };
  businessType: { row: BusinessType; input: never; patch: never };
  card: { row: Card; input: never; patch: never };
  cardApplication: { row: CardApplication; input: CardApplicationInput; patch: never };
  cardBank: { row: CardBank; input: never; patch: never };
  cardCode: { row: CardCode; input: never; patch: never };
  cardProduct: { row: CardProduct; input: never; patch: never };
  cardRange: { row: CardRange; input: never; patch: never };
  cardRecharge: { row: CardRecharge; input: CardRechargeInput; patch: never };
  cardTransaction: { row: CardTransaction; input: never; patch: never };
  cardholder: { row: Cardholder; input: CardholderInput; patch: Patch<CardholderInput> };
  case: { row: Case; input: never; patch: never };
  channel: { row: Channel; input: never; patch: never };
  city: { row: City; input: never; patch: never };
  clearing: { row: Clearing; input: never; patch: never };
  country: { row: Country; input: never; patch: never };
  currency: { row: Currency; input: never; patch: never };
  feeLine: { row: FeeLine; input: never; patch: never };
  institution: { row: Institution; input: never; patch: never };
  invoice: { row: Invoice; input: InvoiceInput; patch: Patch<InvoiceInput> };
  latestOrder: { row: LatestOrder; input: never; patch: never };
  material: { row: Material; input: MaterialInput; patch: never };
  networkAccess: { row: NetworkAccess; input: NetworkAccessInput; patch: never };
  notification: { row: Notification; input: never; patch: never };
  onboarding: { row: Onboarding; input: OnboardingInput; patch: Patch<OnboardingInput> };
  onboardingParty: { row: OnboardingParty; input: never; patch: never };
  payee: { row: Payee; input: never; patch: never };
  payer: { row: Payer; input: PayerInput; patch: Patch<PayerInput> };
  pendingTrade: { row: PendingTrade; input: never; patch: never };
  periodStatement: { row: PeriodStatement; input: never; patch: never };
  province: { row: Province; input: never; patch: never };
  purpose: { row: Purpose; input: never; patch: never };
  reasonCode: { row: ReasonCode; input: never; patch: never };
  receivingAccount: { row: ReceivingAccount; input: never; patch: never };
  recharge: { row: Recharge; input: RechargeInput; patch: never };
  remitPayee: { row: RemitPayee; input: RemitPayeeInput; patch: Patch<RemitPayeeInput> };
  remittance: { row: Remittance; input: RemittanceInput; patch: never };
  remittancePurpose: { row: RemittancePurpose; input: never; patch: never };
  securityLog: { row: SecurityLog; input: never; patch: never };
  statement: { row: Statement; input: never; patch: never };
  statementLine: { row: StatementLine; input: never; patch: never };
  swap: { row: Swap; input: SwapInput; patch: never };
  swiftCode: { row: SwiftCode; input: never; patch: never };
  todo: { row: Todo; input: never; patch: never };
  tradeType: { row: TradeType; input: never; patch: never };
  transaction: { row: Transaction; input: never; patch: never };
  transfer: { row: Transfer; input: TransferInput; patch: never };
  transferIn: { row: TransferIn; input: never; patch: never };
  wallet: { row: Wallet; input: never; patch: never };
  walletDetail: { row: WalletDetail; input: never; patch: never };
  withdrawal: { row: Withdrawal; input: WithdrawalInput; patch: never };
}

/** Calls by name: those of `schemas/calls`, and those of each entity as `entity.call`. */
export interface Calls {
  authLetter: { request: AuthLetterRequest; response: FileResponse };
  authMsg: { request: AuthMsgRequest; response: AuthMsgResponse };
  avatar: { request: AvatarRequest; response: AvatarResponse };
  bankInformationRelevance: { request: BankInformationRelevanceRequest; response: BankInformationRelevanceResponse };
  batchWithdraw: { request: BatchWithdrawRequest; response: BatchWithdrawResponse };
  bindPhone: { request: BindPhoneRequest; response: BindPhoneResponse };
  cancelOrder: { request: CancelOrderRequest; response: CancelOrderResponse };
  cardInquiry: { request: CardInquiryRequest; response: CardInquiryResponse };
  cardNumberDisplay: { request: CardNumberDisplayRequest; response: CardNumberDisplayResponse };
  changePassword: { request: ChangePasswordRequest; response: ChangePasswordResponse };
  checkPassword: { request: CheckPasswordRequest; response: CheckPasswordResponse };
  context: { request: ContextRequest; response: ContextResponse };
  currencyRate: { request: CurrencyRateRequest; response: CurrencyRateResponse };
  decideOrders: { request: DecideOrdersRequest; response: DecideOrdersResponse };
  digestMail: { request: DigestMailRequest; response: DigestMailResponse };
  displayBalance: { request: DisplayBalanceRequest; response: DisplayBalanceResponse };
  exportLine: { request: ExportLineRequest; response: ExportLineResponse };
  findRecords: { request: FindRecordsRequest; response: FindRecordsResponse };
  forgetPassword: { request: ForgetPasswordRequest; response: ForgetPasswordResponse };
  getConstants: { request: GetConstantsRequest; response: GetConstantsResponse };
  googleBind: { request: GoogleBindRequest; response: GoogleBindResponse };
  googleClose: { request: GoogleCloseRequest; response: GoogleCloseResponse };
  googleQr: { request: GoogleQrRequest; response: GoogleQrResponse };
  googleUser: { request: GoogleUserRequest; response: GoogleUserResponse };
  letterTemplate: { request: LetterTemplateRequest; response: FileResponse };
  login: { request: LoginRequest; response: LoginResponse };
  loginCode: { request: LoginCodeRequest; response: LoginCodeResponse };
  logout: { request: LogoutRequest; response: LogoutResponse };
  menu: { request: MenuRequest; response: MenuResponse };
  merRate: { request: MerRateRequest; response: MerRateResponse };
  merchantName: { request: MerchantNameRequest; response: MerchantNameResponse };
  merchantNames: { request: MerchantNamesRequest; response: MerchantNamesResponse };
  notificationCount: { request: NotificationCountRequest; response: NotificationCountResponse };
  notificationRead: { request: NotificationReadRequest; response: NotificationReadResponse };
  notificationReadAll: { request: NotificationReadAllRequest; response: NotificationReadAllResponse };
  orderHistory: { request: OrderHistoryRequest; response: OrderHistoryResponse };
  passwordCode: { request: PasswordCodeRequest; response: PasswordCodeResponse };
  payCode: { request: PayCodeRequest; response: PayCodeResponse };
  payPassword: { request: PayPasswordRequest; response: PayPasswordResponse };
  payTemplate: { request: PayTemplateRequest; response: FileResponse };
  payeeTemplate: { request: PayeeTemplateRequest; response: FileResponse };
  phoneCode: { request: PhoneCodeRequest; response: PhoneCodeResponse };
  ratePrice: { request: RatePriceRequest; response: RatePriceResponse };
  recordUse: { request: RecordUseRequest; response: RecordUseResponse };
  register: { request: RegisterRequest; response: RegisterResponse };
  remitPayeeFrom: { request: RemitPayeeFromRequest; response: RemitPayeeFromResponse };
  remitPayeeParty: { request: RemitPayeePartyRequest; response: RemitPayeePartyResponse };
  remitTemplate: { request: RemitTemplateRequest; response: FileResponse };
  secondFactor: { request: SecondFactorRequest; response: SecondFactorResponse };
  sessionEnd: { request: SessionEndRequest; response: SessionEndResponse };
  sessionList: { request: SessionListRequest; response: SessionListResponse };
  showImage: { request: ShowImageRequest; response: ShowImageResponse };
  swapQuote: { request: SwapQuoteRequest; response: SwapQuoteResponse };
  swapSure: { request: SwapSureRequest; response: SwapSureResponse };
  swapTime: { request: SwapTimeRequest; response: SwapTimeResponse };
  userInfo: { request: UserInfoRequest; response: UserInfoResponse };
  walletHistory: { request: WalletHistoryRequest; response: WalletHistoryResponse };
  walletStatement: { request: WalletStatementRequest; response: WalletStatementResponse };
  walletTotal: { request: WalletTotalRequest; response: WalletTotalResponse };
  "accountSettings.list": { request: ListRequest<AccountSettings>; response: ListResponse<AccountSettings> };
  "area.list": { request: ListRequest<Area>; response: ListResponse<Area> };
  "area.options": { request: ListRequest<Area>; response: OptionsResponse<Area> };
  "area.detail": { request: RecordRequest<"code">; response: PlainDetailResponse<Area> };
  "area.export": { request: ListRequest<Area>; response: FileResponse };
  "bank.list": { request: ListRequest<Bank>; response: ListResponse<Bank> };
  "bank.options": { request: ListRequest<Bank>; response: OptionsResponse<Bank> };
  "bank.detail": { request: RecordRequest<"name">; response: PlainDetailResponse<Bank> };
  "bank.export": { request: ListRequest<Bank>; response: FileResponse };
  "bankAccount.list": { request: ListRequest<BankAccount>; response: ListResponse<BankAccount> };
  "bankAccount.options": { request: ListRequest<BankAccount>; response: OptionsResponse<BankAccount> };
  "bankAccount.detail": { request: RecordRequest<"id">; response: PlainDetailResponse<BankAccount> };
  "bankAccount.export": { request: ListRequest<BankAccount>; response: FileResponse };
  "bankAccount.create": { request: BankAccountInput; response: RecordResponse<BankAccount> };
  "bankAccount.update": { request: RecordRequest<"id"> & Entities["bankAccount"]["patch"]; response: RecordResponse<BankAccount> };
  "bankAccount.remove": { request: SelectionRequest; response: RemoveResponse };
  "bankAccount.import": { request: ImportRequest; response: ImportResponse };
  "bankAccount.template": { request: Record<string, never>; response: FileResponse };
  "bankAccount.reveal": { request: RevealRequest<BankAccount>; response: RevealResponse<BankAccount> };
  "beneficiary.list": { request: ListRequest<Beneficiary>; response: ListResponse<Beneficiary> };
  "beneficiary.options": { request: ListRequest<Beneficiary>; response: OptionsResponse<Beneficiary> };
  "beneficiary.detail": { request: RecordRequest<"id">; response: DetailResponse<Beneficiary> };
  "beneficiary.export": { request: ListRequest<Beneficiary>; response: FileResponse };
  "beneficiary.create": { request: BeneficiaryInput; response: RecordResponse<Beneficiary> };
  "beneficiary.reveal": { request: RevealRequest<Beneficiary>; response: RevealResponse<Beneficiary> };
  "beneficiary.update": { request: RecordRequest<"id"> & Entities["beneficiary"]["patch"]; response: RecordResponse<Beneficiary> };
  "beneficiary.remove": { request: SelectionRequest; response: RemoveResponse };
  "branch.list": { request: ListRequest<Branch>; response: ListResponse<Branch> };
  "branch.options": { request: ListRequest<Branch>; response: OptionsResponse<Branch> };
  "branch.detail": { request: RecordRequest<"name">; response: PlainDetailResponse<Branch> };
  "branch.export": { request: ListRequest<Branch>; response: FileResponse };
  "businessType.list": { request: ListRequest<BusinessType>; response: ListResponse<BusinessType> };
  "businessType.options": { request: ListRequest<BusinessType>; response: OptionsResponse<BusinessType> };
  "businessType.detail": { request: RecordRequest<"code">; response: PlainDetailResponse<BusinessType> };
  "businessType.export": { request: ListRequest<BusinessType>; response: FileResponse };
  "card.list": { request: ListRequest<Card>; response: ListResponse<Card> };
  "card.options": { request: ListRequest<Card>; response: OptionsResponse<Card> };
  "card.detail": { request: RecordRequest<"id">; response: DetailResponse<Card> };
  "card.export": { request: ListRequest<Card>; response: FileResponse };
  "card.reveal": { request: RevealRequest<Card>; response: RevealResponse<Card> };
  "card.close": { request: EventRequest<"close", unknown>; response: RecordsResponse<Card> };
  "card.updateCardLabel": { request: EventRequest<"relabel", Pick<Card, "label">>; response: RecordsResponse<Card> };
  "card.freeze": { request: EventRequest<"freeze", unknown>; response: RecordsResponse<Card> };
  "card.unfreeze": { request: EventRequest<"unfreeze", unknown>; response: RecordsResponse<Card> };
  "cardApplication.list": { request: ListRequest<CardApplication>; response: ListResponse<CardApplication> };
  "cardApplication.options": { request: ListRequest<CardApplication>; response: OptionsResponse<CardApplication> };
  "cardApplication.detail": { request: RecordRequest<"orderNo">; response: DetailResponse<CardApplication> };
  "cardApplication.export": { request: ListRequest<CardApplication>; response: FileResponse };
  "cardApplication.create": { request: CardApplicationInput; response: RecordResponse<CardApplication> };
  "cardApplication.reveal": { request: RevealRequest<CardApplication>; response: RevealResponse<CardApplication> };
  "cardBank.list": { request: ListRequest<CardBank>; response: ListResponse<CardBank> };
  "cardBank.options": { request: ListRequest<CardBank>; response: OptionsResponse<CardBank> };
  "cardBank.detail": { request: RecordRequest<"bin">; response: PlainDetailResponse<CardBank> };
  "cardBank.export": { request: ListRequest<CardBank>; response: FileResponse };
  "cardCode.list": { request: ListRequest<CardCode>; response: ListResponse<CardCode> };
  "cardCode.options": { request: ListRequest<CardCode>; response: OptionsResponse<CardCode> };
  "cardCode.detail": { request: RecordRequest<"id">; response: PlainDetailResponse<CardCode> };
  "cardCode.export": { request: ListRequest<CardCode>; response: FileResponse };
  "cardProduct.list": { request: ListRequest<CardProduct>; response: ListResponse<CardProduct> };
  "cardProduct.options": { request: ListRequest<CardProduct>; response: OptionsResponse<CardProduct> };
  "cardProduct.detail": { request: RecordRequest<"code">; response: PlainDetailResponse<CardProduct> };
  "cardProduct.export": { request: ListRequest<CardProduct>; response: FileResponse };
  "cardRange.list": { request: ListRequest<CardRange>; response: ListResponse<CardRange> };
  "cardRange.options": { request: ListRequest<CardRange>; response: OptionsResponse<CardRange> };
  "cardRange.detail": { request: RecordRequest<"code">; response: PlainDetailResponse<CardRange> };
  "cardRange.export": { request: ListRequest<CardRange>; response: FileResponse };
  "cardRecharge.list": { request: ListRequest<CardRecharge>; response: ListResponse<CardRecharge> };
  "cardRecharge.options": { request: ListRequest<CardRecharge>; response: OptionsResponse<CardRecharge> };
  "cardRecharge.detail": { request: RecordRequest<"orderNo">; response: DetailResponse<CardRecharge> };
  "cardRecharge.export": { request: ListRequest<CardRecharge>; response: FileResponse };
  "cardRecharge.create": { request: CardRechargeInput; response: RecordResponse<CardRecharge> };
  "cardRecharge.print": { request: RecordRequest<"orderNo">; response: PrintResponse };
  "cardTransaction.list": { request: ListRequest<CardTransaction>; response: ListResponse<CardTransaction> };
  "cardTransaction.options": { request: ListRequest<CardTransaction>; response: OptionsResponse<CardTransaction> };
  "cardTransaction.detail": { request: RecordRequest<"id">; response: DetailResponse<CardTransaction> };
  "cardTransaction.export": { request: ListRequest<CardTransaction>; response: FileResponse };
  "cardholder.list": { request: ListRequest<Cardholder>; response: ListResponse<Cardholder> };
  "cardholder.options": { request: ListRequest<Cardholder>; response: OptionsResponse<Cardholder> };
  "cardholder.detail": { request: RecordRequest<"id">; response: PlainDetailResponse<Cardholder> };
  "cardholder.export": { request: ListRequest<Cardholder>; response: FileResponse };
  "cardholder.create": { request: CardholderInput; response: RecordResponse<Cardholder> };
  "cardholder.update": { request: RecordRequest<"id"> & Entities["cardholder"]["patch"]; response: RecordResponse<Cardholder> };
  "cardholder.remove": { request: SelectionRequest; response: RemoveResponse };
  "cardholder.import": { request: ImportRequest; response: ImportResponse };
  "cardholder.template": { request: Record<string, never>; response: FileResponse };
  "cardholder.reveal": { request: RevealRequest<Cardholder>; response: RevealResponse<Cardholder> };
  "channel.list": { request: ListRequest<Channel>; response: ListResponse<Channel> };
  "channel.options": { request: ListRequest<Channel>; response: OptionsResponse<Channel> };
  "channel.detail": { request: RecordRequest<"id">; response: PlainDetailResponse<Channel> };
  "channel.export": { request: ListRequest<Channel>; response: FileResponse };
  "city.list": { request: ListRequest<City>; response: ListResponse<City> };
  "city.options": { request: ListRequest<City>; response: OptionsResponse<City> };
  "city.detail": { request: RecordRequest<"name">; response: PlainDetailResponse<City> };
  "city.export": { request: ListRequest<City>; response: FileResponse };
  "clearing.list": { request: ListRequest<Clearing>; response: ListResponse<Clearing> };
  "clearing.options": { request: ListRequest<Clearing>; response: OptionsResponse<Clearing> };
  "clearing.detail": { request: RecordRequest<"orderNo">; response: DetailResponse<Clearing> };
  "clearing.export": { request: ListRequest<Clearing>; response: FileResponse };
  "clearing.print": { request: RecordRequest<"orderNo">; response: PrintResponse };
  "clearing.reveal": { request: RevealRequest<Clearing>; response: RevealResponse<Clearing> };
  "clearing.review": { request: EventRequest<"pass" | "reject", Pick<Clearing, "reason">>; response: RecordsResponse<Clearing> };
  "clearing.cancel": { request: EventRequest<"cancel", unknown>; response: RecordsResponse<Clearing> };
  "country.list": { request: ListRequest<Country>; response: ListResponse<Country> };
  "country.options": { request: ListRequest<Country>; response: OptionsResponse<Country> };
  "country.detail": { request: RecordRequest<"code">; response: PlainDetailResponse<Country> };
  "country.export": { request: ListRequest<Country>; response: FileResponse };
  "currency.list": { request: ListRequest<Currency>; response: ListResponse<Currency> };
  "currency.options": { request: ListRequest<Currency>; response: OptionsResponse<Currency> };
  "currency.detail": { request: RecordRequest<"code">; response: PlainDetailResponse<Currency> };
  "currency.export": { request: ListRequest<Currency>; response: FileResponse };
  "feeLine.list": { request: ListRequest<FeeLine>; response: ListResponse<FeeLine> };
  "feeLine.options": { request: ListRequest<FeeLine>; response: OptionsResponse<FeeLine> };
  "feeLine.detail": { request: RecordRequest<"id">; response: PlainDetailResponse<FeeLine> };
  "feeLine.export": { request: ListRequest<FeeLine>; response: FileResponse };
  "institution.list": { request: ListRequest<Institution>; response: ListResponse<Institution> };
  "institution.options": { request: ListRequest<Institution>; response: OptionsResponse<Institution> };
  "institution.detail": { request: RecordRequest<"code">; response: PlainDetailResponse<Institution> };
  "institution.export": { request: ListRequest<Institution>; response: FileResponse };
  "invoice.list": { request: ListRequest<Invoice>; response: ListResponse<Invoice> };
  "invoice.options": { request: ListRequest<Invoice>; response: OptionsResponse<Invoice> };
  "invoice.detail": { request: RecordRequest<"id">; response: PlainDetailResponse<Invoice> };
  "invoice.export": { request: ListRequest<Invoice>; response: FileResponse };
  "invoice.create": { request: InvoiceInput; response: RecordResponse<Invoice> };
  "invoice.update": { request: RecordRequest<"id"> & Entities["invoice"]["patch"]; response: RecordResponse<Invoice> };
  "invoice.remove": { request: SelectionRequest; response: RemoveResponse };
  "invoice.import": { request: ImportRequest; response: ImportResponse };
  "invoice.template": { request: Record<string, never>; response: FileResponse };
  "latestOrder.list": { request: ListRequest<LatestOrder>; response: ListResponse<LatestOrder> };
  "latestOrder.options": { request: ListRequest<LatestOrder>; response: OptionsResponse<LatestOrder> };
  "latestOrder.detail": { request: RecordRequest<"id">; response: PlainDetailResponse<LatestOrder> };
  "latestOrder.export": { request: ListRequest<LatestOrder>; response: FileResponse };
  "material.list": { request: ListRequest<Material>; response: ListResponse<Material> };
  "material.detail": { request: RecordRequest<"receiptNo">; response: PlainDetailResponse<Material> };
  "material.export": { request: ListRequest<Material>; response: FileResponse };
  "material.create": { request: MaterialInput; response: RecordResponse<Material> };
  "networkAccess.list": { request: ListRequest<NetworkAccess>; response: ListResponse<NetworkAccess> };
  "networkAccess.options": { request: ListRequest<NetworkAccess>; response: OptionsResponse<NetworkAccess> };
  "networkAccess.detail": { request: RecordRequest<"orderNo">; response: DetailResponse<NetworkAccess> };
  "networkAccess.export": { request: ListRequest<NetworkAccess>; response: FileResponse };
  "networkAccess.create": { request: NetworkAccessInput; response: RecordResponse<NetworkAccess> };
  "networkAccess.print": { request: RecordRequest<"orderNo">; response: PrintResponse };
  "networkAccess.reveal": { request: RevealRequest<NetworkAccess>; response: RevealResponse<NetworkAccess> };
  "networkAccess.openAcc": { request: EventRequest<"openAcc", Pick<NetworkAccess, "companyName" | "attachment" | "remark">>; response: RecordsResponse<NetworkAccess> };
  "networkAccess.readd": { request: EventRequest<"readd", Pick<NetworkAccess, "businessType" | "companyName" | "licence" | "attachment" | "contactName" | "contactEmail" | "contactPhone" | "remark">>; response: RecordsResponse<NetworkAccess> };
  "notification.list": { request: ListRequest<Notification>; response: ListResponse<Notification> };
  "notification.detail": { request: RecordRequest<"id">; response: PlainDetailResponse<Notification> };
  "onboarding.detail": { request: RecordRequest<"id">; response: DetailResponse<Onboarding> };
  "onboarding.create": { request: OnboardingInput; response: RecordResponse<Onboarding> };
  "onboarding.reveal": { request: RevealRequest<Onboarding>; response: RevealResponse<Onboarding> };
  "onboarding.update": { request: RecordRequest<"id"> & Entities["onboarding"]["patch"]; response: RecordResponse<Onboarding> };
  "onboardingParty.list": { request: ListRequest<OnboardingParty>; response: ListResponse<OnboardingParty> };
  "onboardingParty.detail": { request: RecordRequest<"id">; response: DetailResponse<OnboardingParty> };
  "onboardingParty.export": { request: ListRequest<OnboardingParty>; response: FileResponse };
  "onboardingParty.reveal": { request: RevealRequest<OnboardingParty>; response: RevealResponse<OnboardingParty> };
  "onboardingParty.supply": { request: EventRequest<"supply", Pick<OnboardingParty, "document" | "documentExpiry" | "documentBack">>; response: RecordsResponse<OnboardingParty> };
  "payee.list": { request: ListRequest<Payee>; response: ListResponse<Payee> };
  "payee.options": { request: ListRequest<Payee>; response: OptionsResponse<Payee> };
  "payee.detail": { request: RecordRequest<"id">; response: PlainDetailResponse<Payee> };
  "payee.export": { request: ListRequest<Payee>; response: FileResponse };
  "payer.list": { request: ListRequest<Payer>; response: ListResponse<Payer> };
  "payer.options": { request: ListRequest<Payer>; response: OptionsResponse<Payer> };
  "payer.detail": { request: RecordRequest<"id">; response: DetailResponse<Payer> };
  "payer.export": { request: ListRequest<Payer>; response: FileResponse };
  "payer.create": { request: PayerInput; response: RecordResponse<Payer> };
  "payer.update": { request: RecordRequest<"id"> & Entities["payer"]["patch"]; response: RecordResponse<Payer> };
  "payer.remove": { request: SelectionRequest; response: RemoveResponse };
  "pendingTrade.list": { request: ListRequest<PendingTrade>; response: ListResponse<PendingTrade> };
  "pendingTrade.options": { request: ListRequest<PendingTrade>; response: OptionsResponse<PendingTrade> };
  "pendingTrade.detail": { request: RecordRequest<"id">; response: PlainDetailResponse<PendingTrade> };
  "pendingTrade.export": { request: ListRequest<PendingTrade>; response: FileResponse };
  "periodStatement.detail": { request: RecordRequest<"id">; response: PlainDetailResponse<PeriodStatement> };
  "periodStatement.export": { request: ListRequest<PeriodStatement>; response: FileResponse };
  "province.list": { request: ListRequest<Province>; response: ListResponse<Province> };
  "province.options": { request: ListRequest<Province>; response: OptionsResponse<Province> };
  "province.detail": { request: RecordRequest<"name">; response: PlainDetailResponse<Province> };
  "province.export": { request: ListRequest<Province>; response: FileResponse };
  "purpose.list": { request: ListRequest<Purpose>; response: ListResponse<Purpose> };
  "purpose.options": { request: ListRequest<Purpose>; response: OptionsResponse<Purpose> };
  "purpose.detail": { request: RecordRequest<"code">; response: PlainDetailResponse<Purpose> };
  "purpose.export": { request: ListRequest<Purpose>; response: FileResponse };
  "reasonCode.list": { request: ListRequest<ReasonCode>; response: ListResponse<ReasonCode> };
  "reasonCode.options": { request: ListRequest<ReasonCode>; response: OptionsResponse<ReasonCode> };
  "reasonCode.detail": { request: RecordRequest<"code">; response: PlainDetailResponse<ReasonCode> };
  "reasonCode.export": { request: ListRequest<ReasonCode>; response: FileResponse };
  "receivingAccount.list": { request: ListRequest<ReceivingAccount>; response: ListResponse<ReceivingAccount> };
  "receivingAccount.options": { request: ListRequest<ReceivingAccount>; response: OptionsResponse<ReceivingAccount> };
  "receivingAccount.detail": { request: RecordRequest<"id">; response: PlainDetailResponse<ReceivingAccount> };
  "receivingAccount.export": { request: ListRequest<ReceivingAccount>; response: FileResponse };
  "receivingAccount.update": { request: RecordRequest<"id"> & Entities["receivingAccount"]["patch"]; response: RecordResponse<ReceivingAccount> };
  "recharge.list": { request: ListRequest<Recharge>; response: ListResponse<Recharge> };
  "recharge.options": { request: ListRequest<Recharge>; response: OptionsResponse<Recharge> };
  "recharge.detail": { request: RecordRequest<"serialNo">; response: DetailResponse<Recharge> };
  "recharge.export": { request: ListRequest<Recharge>; response: FileResponse };
  "recharge.create": { request: RechargeInput; response: RecordResponse<Recharge> };
  "recharge.print": { request: RecordRequest<"serialNo">; response: PrintResponse };
  "recharge.reveal": { request: RevealRequest<Recharge>; response: RevealResponse<Recharge> };
  "recharge.upload": { request: EventRequest<"upload", Pick<Recharge, "tradeDocument" | "detailFile">>; response: RecordsResponse<Recharge> };
  "recharge.cancel": { request: EventRequest<"cancel", unknown>; response: RecordsResponse<Recharge> };
  "remitPayee.list": { request: ListRequest<RemitPayee>; response: ListResponse<RemitPayee> };
  "remitPayee.options": { request: ListRequest<RemitPayee>; response: OptionsResponse<RemitPayee> };
  "remitPayee.detail": { request: RecordRequest<"accountId">; response: DetailResponse<RemitPayee> };
  "remitPayee.export": { request: ListRequest<RemitPayee>; response: FileResponse };
  "remitPayee.create": { request: RemitPayeeInput; response: RecordResponse<RemitPayee> };
  "remitPayee.import": { request: ImportRequest; response: ImportResponse };
  "remitPayee.template": { request: Record<string, never>; response: FileResponse };
  "remitPayee.reveal": { request: RevealRequest<RemitPayee>; response: RevealResponse<RemitPayee> };
  "remitPayee.update": { request: RecordRequest<"accountId"> & Entities["remitPayee"]["patch"]; response: RecordResponse<RemitPayee> };
  "remitPayee.remove": { request: SelectionRequest; response: RemoveResponse };
  "remitPayee.complete": { request: EventRequest<"complete", Pick<RemitPayee, "city" | "state" | "postcode">>; response: RecordsResponse<RemitPayee> };
  "remittance.list": { request: ListRequest<Remittance>; response: ListResponse<Remittance> };
  "remittance.options": { request: ListRequest<Remittance>; response: OptionsResponse<Remittance> };
  "remittance.detail": { request: RecordRequest<"orderNo">; response: DetailResponse<Remittance> };
  "remittance.export": { request: ListRequest<Remittance>; response: FileResponse };
  "remittance.create": { request: RemittanceInput; response: RecordResponse<Remittance> };
  "remittance.import": { request: ImportRequest; response: ImportResponse };
  "remittance.template": { request: Record<string, never>; response: FileResponse };
  "remittance.print": { request: RecordRequest<"orderNo">; response: PrintResponse };
  "remittance.reveal": { request: RevealRequest<Remittance>; response: RevealResponse<Remittance> };
  "remittance.queue": { request: ListRequest<Remittance>; response: ListResponse<Remittance> };
  "remittance.review": { request: EventRequest<"pass" | "reject", Pick<Remittance, "reason">> & FileEventRequest & { fileNo?: string }; response: RecordsResponse<Remittance> };
  "remittance.reviewCredentials": { request: EventRequest<"passCredentials" | "rejectCredentials", Pick<Remittance, "reason">>; response: RecordsResponse<Remittance> };
  "remittance.cancel": { request: EventRequest<"cancel", unknown>; response: RecordsResponse<Remittance> };
  "remittance.supply": { request: EventRequest<"supply", Pick<Remittance, "credentials">>; response: RecordsResponse<Remittance> };
  "remittance.confirm": { request: EventRequest<"confirm", unknown>; response: RecordsResponse<Remittance> };
  "remittancePurpose.list": { request: ListRequest<RemittancePurpose>; response: ListResponse<RemittancePurpose> };
  "remittancePurpose.options": { request: ListRequest<RemittancePurpose>; response: OptionsResponse<RemittancePurpose> };
  "remittancePurpose.detail": { request: RecordRequest<"code">; response: PlainDetailResponse<RemittancePurpose> };
  "remittancePurpose.export": { request: ListRequest<RemittancePurpose>; response: FileResponse };
  "securityLog.list": { request: ListRequest<SecurityLog>; response: ListResponse<SecurityLog> };
  "securityLog.export": { request: ListRequest<SecurityLog>; response: FileResponse };
  "statement.list": { request: ListRequest<Statement>; response: ListResponse<Statement> };
  "statement.options": { request: ListRequest<Statement>; response: OptionsResponse<Statement> };
  "statement.detail": { request: RecordRequest<"id">; response: PlainDetailResponse<Statement> };
  "statement.export": { request: ListRequest<Statement>; response: FileResponse };
  "statementLine.list": { request: ListRequest<StatementLine>; response: ListResponse<StatementLine> };
  "statementLine.options": { request: ListRequest<StatementLine>; response: OptionsResponse<StatementLine> };
  "statementLine.detail": { request: RecordRequest<"id">; response: PlainDetailResponse<StatementLine> };
  "statementLine.export": { request: ListRequest<StatementLine>; response: FileResponse };
  "swap.list": { request: ListRequest<Swap>; response: ListResponse<Swap> };
  "swap.options": { request: ListRequest<Swap>; response: OptionsResponse<Swap> };
  "swap.detail": { request: RecordRequest<"orderNo">; response: DetailResponse<Swap> };
  "swap.export": { request: ListRequest<Swap>; response: FileResponse };
  "swap.create": { request: SwapInput; response: RecordResponse<Swap> };
  "swap.print": { request: RecordRequest<"orderNo">; response: PrintResponse };
  "swap.supply": { request: EventRequest<"supply", Pick<Swap, "documents">>; response: RecordsResponse<Swap> };
  "swap.cancel": { request: EventRequest<"cancel", unknown>; response: RecordsResponse<Swap> };
  "swiftCode.list": { request: ListRequest<SwiftCode>; response: ListResponse<SwiftCode> };
  "swiftCode.options": { request: ListRequest<SwiftCode>; response: OptionsResponse<SwiftCode> };
  "swiftCode.detail": { request: RecordRequest<"code">; response: PlainDetailResponse<SwiftCode> };
  "swiftCode.export": { request: ListRequest<SwiftCode>; response: FileResponse };
  "todo.list": { request: ListRequest<Todo>; response: ListResponse<Todo> };
  "todo.options": { request: ListRequest<Todo>; response: OptionsResponse<Todo> };
  "todo.detail": { request: RecordRequest<"id">; response: PlainDetailResponse<Todo> };
  "tradeType.list": { request: ListRequest<TradeType>; response: ListResponse<TradeType> };
  "tradeType.options": { request: ListRequest<TradeType>; response: OptionsResponse<TradeType> };
  "tradeType.detail": { request: RecordRequest<"code">; response: PlainDetailResponse<TradeType> };
  "tradeType.export": { request: ListRequest<TradeType>; response: FileResponse };
  "transaction.list": { request: ListRequest<Transaction>; response: ListResponse<Transaction> };
  "transaction.options": { request: ListRequest<Transaction>; response: OptionsResponse<Transaction> };
  "transaction.detail": { request: RecordRequest<"id">; response: PlainDetailResponse<Transaction> };
  "transaction.export": { request: ListRequest<Transaction>; response: FileResponse };
  "transfer.list": { request: ListRequest<Transfer>; response: ListResponse<Transfer> };
  "transfer.options": { request: ListRequest<Transfer>; response: OptionsResponse<Transfer> };
  "transfer.detail": { request: RecordRequest<"orderNo">; response: DetailResponse<Transfer> };
  "transfer.export": { request: ListRequest<Transfer>; response: FileResponse };
  "transfer.create": { request: TransferInput; response: RecordResponse<Transfer> };
  "transfer.print": { request: RecordRequest<"orderNo">; response: PrintResponse };
  "transfer.review": { request: EventRequest<"pass" | "reject", Pick<Transfer, "reason">>; response: RecordsResponse<Transfer> };
  "transfer.cancel": { request: EventRequest<"cancel", unknown>; response: RecordsResponse<Transfer> };
  "transferIn.list": { request: ListRequest<TransferIn>; response: ListResponse<TransferIn> };
  "transferIn.options": { request: ListRequest<TransferIn>; response: OptionsResponse<TransferIn> };
  "transferIn.detail": { request: RecordRequest<"orderNo">; response: DetailResponse<TransferIn> };
  "transferIn.export": { request: ListRequest<TransferIn>; response: FileResponse };
  "transferIn.print": { request: RecordRequest<"orderNo">; response: PrintResponse };
  "wallet.list": { request: ListRequest<Wallet>; response: ListResponse<Wallet> };
  "wallet.options": { request: ListRequest<Wallet>; response: OptionsResponse<Wallet> };
  "wallet.detail": { request: RecordRequest<"currency">; response: PlainDetailResponse<Wallet> };
  "wallet.export": { request: ListRequest<Wallet>; response: FileResponse };
  "walletDetail.list": { request: ListRequest<WalletDetail>; response: ListResponse<WalletDetail> };
  "walletDetail.options": { request: ListRequest<WalletDetail>; response: OptionsResponse<WalletDetail> };
  "walletDetail.detail": { request: RecordRequest<"id">; response: PlainDetailResponse<WalletDetail> };
  "walletDetail.export": { request: ListRequest<WalletDetail>; response: FileResponse };
  "withdrawal.list": { request: ListRequest<Withdrawal>; response: ListResponse<Withdrawal> };
  "withdrawal.options": { request: ListRequest<Withdrawal>; response: OptionsResponse<Withdrawal> };
  "withdrawal.detail": { request: RecordRequest<"orderNo">; response: DetailResponse<Withdrawal> };
  "withdrawal.export": { request: ListRequest<Withdrawal>; response: FileResponse };
  "withdrawal.create": { request: WithdrawalInput; response: RecordResponse<Withdrawal> };
  "withdrawal.import": { request: ImportRequest; response: ImportResponse };
  "withdrawal.template": { request: Record<string, never>; response: FileResponse };
  "withdrawal.print": { request: RecordRequest<"orderNo">; response: PrintResponse };
  "withdrawal.reveal": { request: RevealRequest<Withdrawal>; response: RevealResponse<Withdrawal> };
  "withdrawal.review": { request: EventRequest<"pass" | "reject", Pick<Withdrawal, "reason">> & FileEventRequest & { fileNo?: string }; response: RecordsResponse<Withdrawal> };
  "withdrawal.reviewCredentials": { request: EventRequest<"passCredentials" | "rejectCredentials", Pick<Withdrawal, "reason">>; response: RecordsResponse<Withdrawal> };
  "withdrawal.cancel": { request: EventRequest<"cancel", unknown>; response: RecordsResponse<Withdrawal> };
  "withdrawal.supply": { request: EventRequest<"supply", Pick<Withdrawal, "credentials">>; response: RecordsResponse<Withdrawal> };
}

declare module "@portolan/engine" {
  interface Register {
    entities: Entities;
    calls: Calls;
  }
}

