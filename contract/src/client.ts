import { API, laterCalls } from './api.ts';
import type { DataOf, Endpoint, InputOf, MetaOf } from './endpoint.ts';
import type { ErrorBody, ErrorCode } from './errors.ts';
import { ACCOUNT_HEADER, COOKIE_HEADER, SESSION_HEADER } from './session.ts';

type Answer<E> = { data: DataOf<E>; meta: MetaOf<E> };

/** A call that the server refused, or that never reached it (`status` 0). */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | 'no_answer';
  readonly details: Record<string, unknown>;
  readonly retryAfter: number | null;

  constructor(
    status: number,
    code: ErrorCode | 'no_answer',
    message: string,
    details = {},
    retryAfter: number | null = null,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.retryAfter = retryAfter;
  }
}

type Calls = {
  [Name in keyof typeof API]: (
    input: InputOf<(typeof API)[Name]>,
    signal?: AbortSignal,
  ) => Promise<Answer<(typeof API)[Name]>>;
};
/** Bytes may also be asked about, by HEAD: whether they would be answered. */
type Called = Pick<Endpoint, 'path'> & { method: Endpoint['method'] | 'HEAD' };
export type ApiClient = Calls & {
  setToken(token: string | null): void;
  /** The raw response of an endpoint that does not answer JSON. */
  readBytes(endpoint: Called, input: AnyInput, signal?: AbortSignal): Promise<ArrayBuffer>;
};

type AnyInput = {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  form?: FormData;
  account?: string;
};

function noAnswer(error: unknown): never {
  throw new ApiError(0, 'no_answer', error instanceof Error ? error.message : String(error));
}

type Call = (endpoint: Endpoint, input: AnyInput, signal?: AbortSignal) => Promise<unknown>;

/** Whatever is asked of it by name is a call whose method and path are fetched when it is made. */
function withLater(later: NonNullable<typeof laterCalls>, call: Call): object {
  return new Proxy(
    {},
    {
      get(target, name) {
        // Nobody who is handed the client waits for it.
        if (typeof name === 'symbol' || name in target || name === 'then') return Reflect.get(target, name);
        return async (input: AnyInput, signal?: AbortSignal) =>
          call(await later(name).catch(noAnswer), input, signal);
      },
    },
  );
}

/** The typed client made from the contract: one function per endpoint. */
export function createApiClient(options: {
  baseUrl: string;
  fetch: typeof fetch;
  token?: string | null;
  /** The session is in the cookie of this browser. */
  cookie?: true;
  /** Whose session every call is meant for that names nobody else. */
  account?: () => string | null;
}): ApiClient {
  let token = options.token ?? null;

  async function send(endpoint: Called, input: AnyInput, signal?: AbortSignal): Promise<Response> {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(input.params?.[name] ?? ''),
    );
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(input.query ?? {})) {
      if (value !== undefined) query.set(key, String(value));
    }
    const headers: Record<string, string> = {};
    if (token) headers[SESSION_HEADER] = token;
    if (options.cookie) headers[COOKIE_HEADER.name] = COOKIE_HEADER.value;
    const account = input.account ?? options.account?.() ?? null;
    if (account !== null) headers[ACCOUNT_HEADER.name] = ACCOUNT_HEADER.value(account);
    if (input.body !== undefined) headers['content-type'] = 'application/json';
    const response = await options
      .fetch(`${options.baseUrl}${path}${query.size > 0 ? `?${query}` : ''}`, {
        method: endpoint.method,
        headers,
        body: input.body === undefined ? (input.form ?? null) : JSON.stringify(input.body),
        signal: signal ?? null,
        credentials: 'include',
      })
      .catch((error: unknown) => {
        if (signal?.aborted) throw error;
        return noAnswer(error);
      });
    if (!response.ok) {
      const answer = (await response.json().catch(() => null)) as Partial<ErrorBody> | null;
      const retryAfter = response.headers.get('retry-after');
      const error: ErrorBody['error'] = answer?.error ?? {
        code: 'internal_error',
        message: `status ${response.status}`,
      };
      throw new ApiError(
        response.status,
        error.code,
        error.message,
        error.details,
        retryAfter ? Number(retryAfter) : null,
      );
    }
    return response;
  }

  async function call(endpoint: Endpoint, input: AnyInput, signal?: AbortSignal): Promise<unknown> {
    const response = await send(endpoint, input, signal);
    return response.json().catch(() => null);
  }

  const calls = Object.fromEntries(
    Object.entries(API).map(([name, endpoint]) => [
      name,
      (input: AnyInput, signal?: AbortSignal) => call(endpoint as Endpoint, input, signal),
    ]),
  ) as unknown as Calls;
  if (laterCalls) Object.setPrototypeOf(calls, withLater(laterCalls, call));
  return Object.assign(calls, {
    setToken(next: string | null) {
      token = next;
    },
    async readBytes(endpoint: Called, input: AnyInput, signal?: AbortSignal) {
      const response = await send(endpoint, input, signal);
      return response.arrayBuffer();
    },
  });
}
