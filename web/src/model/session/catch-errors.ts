import type { ApiClient } from '@bocau/contract/client.ts';

/** Wraps the client: `answer` decides the result of each failed call, and can repeat it. */
export function catchErrors(
  api: ApiClient,
  answer: (error: unknown, again: () => Promise<unknown>) => unknown,
): ApiClient {
  return new Proxy(api, {
    get(target, name, receiver) {
      const call: unknown = Reflect.get(target, name, receiver);
      if (typeof call !== 'function' || name === 'setToken') return call;
      return (...given: unknown[]) => {
        const run = () => call(...given) as Promise<unknown>;
        return run().catch((error: unknown) => answer(error, run));
      };
    },
  });
}
