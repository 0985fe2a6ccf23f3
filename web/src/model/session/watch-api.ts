import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import type { ErrorCode } from '@bocau/contract/errors.ts';

type Watcher = { sessionEnded(): void; forbidden(error: ApiError): void };

/** Refused here and now, and nothing that a page of its own has to say. */
const STAYS: ReadonlySet<string> = new Set(['domain_unverified', 'proof_required'] satisfies ErrorCode[]);

/** The same client; that the session ended, or that something is forbidden, is told from whatever call it was. */
export function watchApi(api: ApiClient, watcher: Watcher): ApiClient {
  function look(error: unknown): never {
    if (error instanceof ApiError) {
      if (error.status === 401) watcher.sessionEnded();
      if (error.status === 403 && !STAYS.has(error.code)) watcher.forbidden(error);
    }
    throw error;
  }

  return new Proxy(api, {
    get(target, name, receiver) {
      const call: unknown = Reflect.get(target, name, receiver);
      if (typeof call !== 'function' || name === 'setToken') return call;
      return (...given: unknown[]) => (call(...given) as Promise<unknown>).catch(look);
    },
  });
}
