/** Generated from `schemas/` by `npm run schemas -- types`; not edited by hand. Amounts are decimal strings, instants ISO strings in UTC. */

/** Request of the call `avatar`. */
export type AvatarRequest = {
  /** Photo */
  avatar?: string;
};

export type AvatarResponse = Record<string, never>;

/** Request of the call `changePassword`. */
export type ChangePasswordRequest = {
  /** Current password */
  current: string;
  /** New password */
  password: string;
};

export type ChangePasswordResponse = { signedOut: boolean };

/** Request of the call `checkPassword`. */
export type CheckPasswordRequest = {
  /** Password */
  password: string;
  /** Code */
  code?: string;
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
};

export type ContextResponse = Record<string, unknown>;

/** Request of the call `digestMail`. */
export type DigestMailRequest = {
  /** Approval emails */
  digest: "off" | "daily" | "weekly";
};

export type DigestMailResponse = Record<string, never>;

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

export type FindRecordsResponse = { list: readonly { entity: string; id: string; kind: string; title: string; detail?: string; status?: string; tone?: string; next?: Record<string, unknown> }[]; all: readonly { entity: string; count: number }[] };

/** Request of the call `forgetPassword`. */
export type ForgetPasswordRequest = {
  /** Email */
  username: string;
  /** Code */
  code: string;
  /** New password */
  password: string;
};

export type ForgetPasswordResponse = Record<string, never>;

/** Request of the call `getConstants`. */
export type GetConstantsRequest = Record<string, never>;

export type GetConstantsResponse = { constants: Record<string, unknown> };

/** Request of the call `login`. */
export type LoginRequest = {
  /** Email */
  username: string;
  /** Password */
  password: string;
  /** Second step */
  second?: boolean;
  /** Code */
  code?: string;
};

export type LoginResponse = { token?: string; userId?: string; tenantId?: string; username?: string; secondFactorNeeded?: boolean };

/** Request of the call `logout`. */
export type LogoutRequest = Record<string, never>;

export type LogoutResponse = Record<string, never>;

/** Request of the call `menu`. */
export type MenuRequest = Record<string, never>;

export type MenuResponse = { menu: readonly { id: string; name: string }[] };

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

/** Request of the call `passwordCode`. */
export type PasswordCodeRequest = {
  /** Email */
  username: string;
};

export type PasswordCodeResponse = { to: string };

/** Request of the call `recordUse`. */
export type RecordUseRequest = {
  /** Records */
  ids: string[];
};

export type RecordUseResponse = { uses: readonly { id: string; count: number; more?: boolean; last: string; currencies?: readonly string[] }[] };

/** Request of the call `secondFactor`. */
export type SecondFactorRequest = {
  /** Code */
  code: string;
  /** Proof of the password */
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

/** Request of the call `totpClose`. */
export type TotpCloseRequest = Record<string, never>;

export type TotpCloseResponse = Record<string, never>;

/** Request of the call `totpConfirm`. */
export type TotpConfirmRequest = {
  /** Code */
  code: string;
  /** Password */
  password: string;
  /** Proof of the password */
  proof?: string;
};

export type TotpConfirmResponse = { recoveryCodes: readonly string[] };

/** Request of the call `totpEnrol`. */
export type TotpEnrolRequest = Record<string, never>;

export type TotpEnrolResponse = { secret: string; otpauth: string; qr: readonly string[] };

/** Request of the call `totpStatus`. */
export type TotpStatusRequest = Record<string, never>;

export type TotpStatusResponse = { username: string; bound: boolean; recoveryCodesLeft: number };

/** Request of the call `userInfo`. */
export type UserInfoRequest = Record<string, never>;

export type UserInfoResponse = { userId: string; tenantId: string; tenantName: string; username: string; name: string; avatar?: string; secondFactor: boolean; digest: "off" | "daily" | "weekly"; grants: readonly string[]; serverTime: string };

/** Calls by name: those of `schemas/calls`, and those of each entity as `entity.call`. */
export interface Calls {
  avatar: { request: AvatarRequest; response: AvatarResponse };
  changePassword: { request: ChangePasswordRequest; response: ChangePasswordResponse };
  checkPassword: { request: CheckPasswordRequest; response: CheckPasswordResponse };
  context: { request: ContextRequest; response: ContextResponse };
  digestMail: { request: DigestMailRequest; response: DigestMailResponse };
  exportLine: { request: ExportLineRequest; response: ExportLineResponse };
  findRecords: { request: FindRecordsRequest; response: FindRecordsResponse };
  forgetPassword: { request: ForgetPasswordRequest; response: ForgetPasswordResponse };
  getConstants: { request: GetConstantsRequest; response: GetConstantsResponse };
  login: { request: LoginRequest; response: LoginResponse };
  logout: { request: LogoutRequest; response: LogoutResponse };
  menu: { request: MenuRequest; response: MenuResponse };
  notificationCount: { request: NotificationCountRequest; response: NotificationCountResponse };
  notificationRead: { request: NotificationReadRequest; response: NotificationReadResponse };
  notificationReadAll: { request: NotificationReadAllRequest; response: NotificationReadAllResponse };
  passwordCode: { request: PasswordCodeRequest; response: PasswordCodeResponse };
  recordUse: { request: RecordUseRequest; response: RecordUseResponse };
  secondFactor: { request: SecondFactorRequest; response: SecondFactorResponse };
  sessionEnd: { request: SessionEndRequest; response: SessionEndResponse };
  sessionList: { request: SessionListRequest; response: SessionListResponse };
  showImage: { request: ShowImageRequest; response: ShowImageResponse };
  totpClose: { request: TotpCloseRequest; response: TotpCloseResponse };
  totpConfirm: { request: TotpConfirmRequest; response: TotpConfirmResponse };
  totpEnrol: { request: TotpEnrolRequest; response: TotpEnrolResponse };
  totpStatus: { request: TotpStatusRequest; response: TotpStatusResponse };
  userInfo: { request: UserInfoRequest; response: UserInfoResponse };
}

