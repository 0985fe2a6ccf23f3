import type { Clock } from '../clock.ts';

/**
 * Has the filter learn a message; false where it would not, because it knows the message or finds too little in it.
 * Rejects where it may be asked again.
 */
export type SpamTrainer = (raw: Buffer, kind: 'spam' | 'ham') => Promise<boolean>;

const TIME_LIMIT_MS = 10_000;

const ANSWER_LOGGED = 200;

/** What is wrong with the password is no fault of the message. */
const REFUSES_US = [401, 403];

/** Speaks with rspamd's controller, which unlearns by itself what it had learned as the other kind. */
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
      // 208 or 404, by its version, for what it has learned before.
      return ok && status !== 208;
    } finally {
      limit.stop();
    }
  };
}
