import { type HeaderField, headerValue, splitHeaders } from '../mime/split-headers.ts';
import { isJunkAction } from '../rspamd/junk-action.ts';
import { SPAM_REASONS, type SpamFinding } from '../rspamd/spam-filter.ts';

/** Fields by which spam filters mark mail: of SpamAssassin, rspamd and those who follow them. */
export const SPAM_FIELDS = ['x-spam', 'x-spam-*', 'x-spamd-*', 'x-rspamd-*'];

const LONGEST_FIELD = 10_000;

/** The verdict of the front server's spam filter; null when there is none. */
export function readFrontSpam(head: Buffer): SpamFinding | null {
  const { fields } = splitHeaders(head, 0, head.length);
  const value = (name: string) => (headerValue(fields, name) ?? '').trim().slice(0, LONGEST_FIELD);
  const status = value('x-spam-status');
  const flags = ['x-spam', 'x-spam-flag'].map(value);
  const action = value('x-rspamd-action');
  if ([...flags, status, action].every((said) => said === '')) return null;
  const isSpam =
    flags.some((flag) => /^(?:yes|true|spam)\b/i.test(flag)) ||
    /^yes\b/i.test(status) ||
    isJunkAction(action);
  const result = value('x-spamd-result');
  return { isSpam, score: scoreOf(fields, status, result), reasons: reasonsOf(status, result) };
}

function scoreOf(fields: HeaderField[], status: string, result: string): number | null {
  const written = [
    /\bscore=(-?\d+(?:\.\d+)?)/i.exec(status)?.[1],
    headerValue(fields, 'x-spam-score') ?? undefined,
    headerValue(fields, 'x-rspamd-score') ?? undefined,
    /\[(-?\d+(?:\.\d+)?)\s*\//.exec(result)?.[1],
  ].find((text) => text !== undefined && /^\s*-?\d+(?:\.\d+)?(?:\s|$)/.test(text));
  return written === undefined ? null : Number.parseFloat(written);
}

/**
 * The names of the tests: a list from SpamAssassin; from rspamd with points, of which only positive ones
 * count.
 */
function reasonsOf(status: string, result: string): string[] {
  const [, tests = ''] = /\btests=\[?([A-Z0-9_,\s=.-]+)/i.exec(status) ?? [];
  const listed = tests
    .split(/[,\s]+/)
    .map((test) => test.split('=')[0] as string)
    .filter((name) => /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(name));
  const weighed = [...result.matchAll(/\b([A-Z][A-Z0-9_]{2,})\((-?\d+(?:\.\d+)?)\)/g)]
    .map(([, name = '', points = '0']) => ({ name, points: Number(points) }))
    .filter(({ points }) => points > 0)
    .sort((one, other) => other.points - one.points)
    .map(({ name }) => name);
  return [...new Set([...listed, ...weighed])]
    .map((name) => name.slice(0, SPAM_REASONS.longest))
    .slice(0, SPAM_REASONS.most);
}
