/**
 * Calls that the app kit sends, with what it reads of their responses. A product whose schemas declare a call by the
 * same name registers its own types.
 */
import type { Row } from "./field.ts";
import type { ListResponse } from "./wire.ts";

/** A call without parameters, or whose response is not read. */
type Nothing = Record<string, never>;

/** Request and response of each call, by name. */
export interface AppCalls {
  /** Signs in; `needGoogle`: a second factor is required. */
  login: { request: { username: string; loginType?: "1" | "2"; second?: boolean }; response: { needGoogle?: boolean } };
  logout: { request: Nothing; response: Row };
  /** The signed-in user; `avatar`: file id of the picture. */
  userInfo: {
    request: Nothing;
    response: { userId: string; name: string; username: string; avatar?: string; grants: readonly string[] };
  };
  /** Menu ids of the pages that the user may open. */
  menu: { request: Nothing; response: { merMenuList: readonly { menuId: string }[] } };
  sessionList: {
    request: Nothing;
    response: {
      list: readonly { id: string; current: boolean; createdAt: string; seenAt: string; ip: string; agent: string }[];
    };
  };
  /** Ends a session, or all others. */
  sessionEnd: { request: { id?: string }; response: Row };
  /** Resets a forgotten password. */
  forgetPassword: { request: { email: string }; response: Row };
  /** Exchanges a password for a step-up proof. */
  checkPassword: { request: { call: string; body: string }; response: { proof: string } };
  notificationCount: { request: Nothing; response: { unread: number } };
  notificationRead: { request: { id: string }; response: { unread: number } };
  notificationReadAll: { request: Nothing; response: Row };
  "notification.list": {
    request: { sort?: string };
    response: ListResponse<{ id: string; entity: string; orderNo: string; state: string }>;
  };
  /** Records that await the user. */
  "todo.list": { request: { group?: string }; response: ListResponse<{ entity: string }> };
  /** Whether a queued download still waits, and the number of the user's own files ahead of it. */
  exportLine: { request: { ticket: string }; response: { waiting: boolean; ahead: number } };
  /** A stored image as a data URL. */
  showImage: { request: { id: string }; response: { image: string } };
  /** Records that match a text, and the number of matches by entity where there are more. */
  findRecords: {
    request: { q: string };
    response: {
      list: readonly {
        entity: string;
        id: string;
        kind: string;
        title: string;
        detail?: string;
        status?: string;
        tone?: string;
        next?: { to: string; label: Readonly<Record<string, string>> };
      }[];
      all: readonly { entity: string; count: number }[];
    };
  };
}
