import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { createSemaphore } from '../semaphore.ts';
import { checkMessage, type RspamdAnswer, type RspamdEnvelope } from './check-message.ts';
import { isJunkAction } from './junk-action.ts';

/** The verdict of a spam filter on a message. */
export type SpamFinding = {
  isSpam: boolean;
  /** Null when it gave no score. */
  score: number | null;
  /** The filter's own rule names, by descending weight where it gives weights. */
  reasons: string[];
};

/** Null when the filter was unavailable: the message is delivered anyway. Never rejects. */
export type SpamFilter = (raw: Buffer, envelope: RspamdEnvelope) => Promise<SpamFinding | null>;

export const SPAM_REASONS = { most: 20, longest: 100 };

/** The longest time a message waits; rspamd itself gives up after eight seconds. */
const TIME_LIMIT_MS = 10_000;
const AT_ONCE = 32;
const FAILURES_IN_A_ROW = 3;
const PAUSE_MS = 30_000;
/**
 * rspamd reports mixed alphabets for every Vietnamese message; we do not look up the names of clients; and it
 * is too late for "try again" after the message was accepted.
 */
const UNFAIR = ['R_MIXED_CHARSET', 'HFILTER_HOSTNAME_UNKNOWN', 'GREYLIST_CHECK', 'GREYLIST_SAVE'];

type Options = {
  url: string;
  password: string | null;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
  /** The outcome of each check, for the metrics. */
  count: (outcome: 'spam' | 'clean' | 'failed' | 'skipped') => void;
};

/**
 * Asks rspamd about incoming mail. A silent rspamd costs a message at most the time limit; after some
 * failures in a row a circuit breaker skips it for a while, and then a single failure opens it again.
 */
export function createSpamFilter({ url, password, clock, log, count }: Options): SpamFilter {
  const slots = createSemaphore<null>(AT_ONCE);
  let failures = 0;
  let askAgainAt = 0;

  async function ask(raw: Buffer, envelope: RspamdEnvelope, signal: AbortSignal): Promise<RspamdAnswer> {
    const slot = slots.take(null);
    try {
      await Promise.race([slot, aborted(signal)]);
      if (clock.now() < askAgainAt) throw new Error('rspamd has failed meanwhile');
      return await checkMessage(raw, { url, password, ...envelope, without: UNFAIR, signal });
    } finally {
      void slot.then((release) => release());
    }
  }

  return async (raw, envelope) => {
    if (clock.now() < askAgainAt) {
      count('skipped');
      return null;
    }
    const late = new AbortController();
    const limit = clock.after(TIME_LIMIT_MS, () => late.abort(new Error('rspamd took too long')));
    try {
      const finding = findingOf(await ask(raw, envelope, late.signal));
      failures = 0;
      count(finding.isSpam ? 'spam' : 'clean');
      return finding;
    } catch (error) {
      failures += 1;
      if (failures >= FAILURES_IN_A_ROW) askAgainAt = clock.now() + PAUSE_MS;
      count('failed');
      log.warn({ reason: (error as Error).message, failures }, 'spam check failed: rspamd unavailable');
      return null;
    } finally {
      limit.stop();
    }
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

function findingOf({ action, score, symbols }: RspamdAnswer): SpamFinding {
  const against = symbols.filter((symbol) => symbol.score > 0).sort((one, other) => other.score - one.score);
  // A message judged as spam without a score has a symbol that says so.
  const named = against.length > 0 ? against : symbols;
  return {
    isSpam: isJunkAction(action),
    score: Math.round(score * 100) / 100,
    reasons: named.slice(0, SPAM_REASONS.most).map(({ name }) => name.slice(0, SPAM_REASONS.longest)),
  };
}
