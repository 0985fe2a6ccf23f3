import type { Clock } from '../clock.ts';

/**
 * Trains the filter with a message; false when it refused, because it knows the message or finds too little
 * in it. Rejects when a retry may succeed.
 */
export type SpamTrainer = (raw: Buffer, kind: 'spam' | 'ham') => Promise<boolean>;

const TIME_LIMIT_MS = 10_000;

const ANSWER_LOGGED = 200;

/** A wrong password is not the message's fault. */
const REFUSES_US = [401, 403];

/** Uses rspamd's controller, which first unlearns a message that was learned as the other kind. */
export function createSpamTrainer({
  url,
  password,
  clock,
}: {
  url: string;
  password: string | null;
  clock: Clock;
}): SpamTrainer {
  return async (raw, kind) => {
    const late = new AbortController();
    const limit = clock.after(TIME_LIMIT_MS, () => late.abort(new Error('rspamd took too long')));
    try {
      const response = await fetch(new URL(`/learn${kind}`, url), {
        method: 'POST',
        headers: { 'content-type': 'message/rfc822', ...(password === null ? {} : { password }) },
        body: new Uint8Array(raw),
        signal: late.signal,
        redirect: 'error',
      });
      const answer = (await response.text()).slice(0, ANSWER_LOGGED);
      const { ok, status } = response;
      if (status >= 500 || REFUSES_US.includes(status))
        throw new Error(`rspamd answered ${status}: ${answer}`);
      // 208 or 404, depending on its version, for a message already learned.
      return ok && status !== 208;
    } finally {
      limit.stop();
    }
  };
}
