/** HTTP client for tests, which handles cookies, tokens, idempotency keys and proofs. */
import { randomUUID } from "node:crypto";
import {
  type CallBody,
  type CallName,
  type CallResponse,
  type Envelope,
  type Row,
  SUCCESS_CODE,
} from "@portolan/engine";
import type { Schemas } from "@portolan/engine/folder";
import { digestPassword } from "../../server/session/password.ts";
import { wrongAnswer } from "./answers.ts";
import { productSchemas } from "../product-schemas.ts";

/** Login and payment password of the demo users. */
export const PASSWORD = "Demo-Rose-1570";

export interface Answer {
  status: number;
  headers: Headers;
  code: number;
  message: string;
  map: Record<string, any>;
  traceId: string;
  bytes: Buffer;
}
export interface Sending {
  headers?: Record<string, string>;
  /** A string is sent verbatim. */
  body?: Row | string | FormData | Buffer | undefined;
  /** Signal that aborts the request. */
  signal?: AbortSignal;
}

/**
 * Simulates a browser: keeps cookies, and sends the token and userId headers. Never retries, and validates every
 * successful response against the schemas.
 */
export class Client {
  readonly cookies = new Map<string, string>();
  token = "";
  userId = "";
  lang = "zh";

  /** `schemas`: schemas of the server, by default the product's. */
  constructor(
    readonly url: string,
    private readonly schemas: () => Schemas = productSchemas,
  ) {}

  /** Returns the same browser with a different server URL, for use after a restart. */
  at(url: string): Client {
    const moved = Object.assign(new Client(url, this.schemas), {
      token: this.token,
      userId: this.userId,
      lang: this.lang,
    });
    for (const [name, value] of this.cookies) moved.cookies.set(name, value);
    return moved;
  }

  /** Sends a call. `call` is `METHOD /path` below `/api`; the body of a GET is sent as its query string. */
  async call(call: string, body?: Row | string, headers: Record<string, string> = {}): Promise<Answer> {
    const [method = "", path = ""] = call.split(" ");
    if (method === "GET" && typeof body === "object") {
      const query = new URLSearchParams(
        Object.entries(body).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, String(value)] as [string, string]],
        ),
      );
      return this.send(method, `${path}?${query}`, { headers });
    }
    return this.send(method, path, { body, headers });
  }

  async send(method: string, path: string, { body, headers = {}, signal }: Sending = {}): Promise<Answer> {
    const isJson =
      typeof body === "string" ||
      (typeof body === "object" && !(body instanceof FormData) && !(body instanceof Buffer));
    const response = await fetch(`${this.url}/api${path}`, {
      method,
      ...(signal ? { signal } : {}),
      redirect: "manual",
      headers: {
        ...(this.cookies.size > 0
          ? { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ") }
          : {}),
        ...(this.token ? { token: this.token, userId: this.userId } : {}),
        "accept-language": this.lang,
        ...(isJson ? { "content-type": "application/json" } : {}),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: isJson && typeof body !== "string" ? JSON.stringify(body) : (body as BodyInit) }),
    });
    this.storeCookies(response.headers);
    const bytes = Buffer.from(await response.arrayBuffer());
    const isEnvelope =
      bytes.length > 0 && response.headers.get("content-type")?.startsWith("application/json") === true;
    const envelope = (isEnvelope ? JSON.parse(bytes.toString("utf8")) : {}) as Partial<Envelope>;
    this.assertDescribed(`${method} ${path}`, envelope);
    return {
      status: response.status,
      headers: response.headers,
      code: 0,
      message: "",
      map: {},
      traceId: "",
      ...envelope,
      bytes,
    } as Answer;
  }

  private storeCookies(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [pair = ""] = cookie.split(";");
      const at = pair.indexOf("=");
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      if (value === "" || /expires=Thu, 01 Jan 1970/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }

  /**
   * Sends a typed call by name.
   * @throws Error when the server refuses it
   */
  async ask<N extends CallName>(name: N, body: CallBody<N>): Promise<CallResponse<N>>;
  async ask(name: CallName, body: Row): Promise<Record<string, any>> {
    const { calls, entities } = this.schemas();
    const [owner = "", own = ""] = name.split(".");
    const plan = calls.get(name)?.call ?? entities.get(owner)?.calls[own];
    if (!plan) throw new Error(`there is no call ${name}`);
    const { code, message, map } = await this.call(`${plan.method} ${plan.path}`, body);
    if (code !== SUCCESS_CODE) throw new Error(`${name}: ${code} ${message}`);
    return map;
  }

  /**
   * Validates a successful response.
   * @throws Error when it does not match its schema
   */
  private assertDescribed(call: string, { code, map = {} }: Partial<Envelope>): void {
    if (code !== SUCCESS_CODE) return;
    const wrong = wrongAnswer(this.schemas(), call, map);
    if (wrong.length > 0) throw new Error(`${call} answers what its schema does not say: ${wrong.join(", ")}`);
  }

  async signIn(username: string, password = PASSWORD): Promise<Answer> {
    const answer = await this.call("POST /mer/login", { username, password: digestPassword("login", password) });
    if (answer.code === 2000) {
      this.token = String(answer.map.token);
      this.userId = String(answer.map.userId);
    }
    return answer;
  }

  /** Returns a proof of the payment password for exactly this call and body. */
  async proof(call: string, body: Row, password = PASSWORD, googleCode?: string): Promise<string> {
    const answer = await this.call("POST /mer/other2/checkPassword", {
      call,
      body: JSON.stringify(body),
      password: digestPassword("pay", password),
      ...(googleCode ? { googleCode } : {}),
    });
    if (answer.code !== 2000)
      throw new Error(`checkPassword: ${answer.code} ${answer.message} ${JSON.stringify(answer.map)}`);
    return String(answer.map.proof);
  }

  /** Sends a call with the required proof and a new idempotency key. */
  async confirmed(call: string, body: Row, key: string = randomUUID()): Promise<Answer> {
    return this.call(call, body, { proof: await this.proof(call, body), "idempotency-key": key });
  }
}
