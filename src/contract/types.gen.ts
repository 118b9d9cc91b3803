/** Generated from `schemas/` by `npm run schemas -- types`; not edited by hand. Amounts are decimal strings, instants ISO strings in UTC. */

export type EntityName = "area" | "bank" | "bankAccount" | "beneficiary" | "branch" | "businessType" | "channel" | "city" | "country" | "currency" | "payer" | "province" | "purpose" | "tradeType" | "wallet" | "walletDetail" | "withdrawal";

export type CallName = "bindPhone" | "cancelOrder" | "changePassword" | "checkPassword" | "context" | "forgetPassword" | "getConstants" | "googleBind" | "googleClose" | "googleQr" | "googleUser" | "login" | "loginCode" | "logout" | "menu" | "passwordCode" | "payCode" | "payPassword" | "phoneCode" | "register" | "sessionEnd" | "sessionList" | "userInfo";

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

/** Channel settings. */
export interface Channel {
  /** Setting number */
  id?: string;
  /** Product */
  product: "withdrawal" | "recharge" | "swap" | "remittance" | "transfer" | "card";
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
  /** Withdrawal rate */
  withdrawalRate?: string;
  /** Exchange rate */
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

/** Country or region. */
export interface Country {
  /** Code */
  code: string;
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
  /** Created */
  createdAt?: string;
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

/** Trade type. */
export interface TradeType {
  /** Code */
  code: string;
  /** Name */
  name: string;
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
}

/** Wallet details. */
export interface WalletDetail {
  /** Entry number */
  id?: string;
  /** Time */
  createdAt?: string;
  /** Type */
  type?: "opening" | "recharge" | "withdrawal" | "swap" | "remittance" | "transfer" | "clearing" | "card" | "networkAccess" | "adjustment";
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
  /** Remark */
  remark?: string;
  /** Status */
  status?: "toBeReviewed" | "processing" | "waitingAsync" | "investigating" | "done" | "failed" | "rescinded";
  /** Reason */
  reason?: string;
  /** Prepared by */
  maker?: string;
  /** Reviewed by */
  checker?: string;
  /** Created */
  createdAt?: string;
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
}

/** Request of the call `googleClose`. */
export type GoogleCloseRequest = Record<string, never>;

/** Request of the call `googleQr`. */
export type GoogleQrRequest = Record<string, never>;

/** Request of the call `googleUser`. */
export type GoogleUserRequest = Record<string, never>;

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

/** Request of the call `phoneCode`. */
export interface PhoneCodeRequest {
  /** Phone number */
  phone: string;
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

/** Request of the call `sessionEnd`. */
export interface SessionEndRequest {
  /** Session */
  id?: string;
}

/** Request of the call `sessionList`. */
export type SessionListRequest = Record<string, never>;

/** Request of the call `userInfo`. */
export type UserInfoRequest = Record<string, never>;

