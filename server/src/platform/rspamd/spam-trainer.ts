import type { Clock } from '../clock.ts';

/** Has the filter learn a message. Rejects where it does not answer, or refuses. */
export type SpamTrainer = (raw: Buffer, kind: 'spam' | 'ham') => Promise<void>;

const TIME_LIMIT_MS = 10_000;

/**
 * Speaks with rspamd's controller. What it has learned already it answers with 208, and what it would not gain from with
 * 204; what it had learned as the other kind it unlearns by itself.
 */
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
      await response.body?.cancel();
      if (!response.ok) throw new Error(`rspamd answered ${response.status}`);
    } finally {
      limit.stop();
    }
  };
}
