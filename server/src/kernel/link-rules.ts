import { type LinkRules, latestLinkEnd } from '@bocau/contract/link-rules.ts';
import { Failure } from '../platform/failure.ts';

/** Whether the rules allow a link to be created with, or changed to, this end. */
export function allowsEnd({ on, days }: LinkRules, expiresAt: number | null, now: number): boolean {
  if (!on || days === null) return on;
  return expiresAt !== null && expiresAt <= latestLinkEnd(days, now);
}

/** Throws when the organisation forbids the link: one open to the outside, as all with a password are. */
export function refuseByRules(rules: LinkRules, expiresAt: number | null, now: number): void {
  if (allowsEnd(rules, expiresAt, now)) return;
  const { on, days } = rules;
  if (!on || days === null) {
    throw new Failure('outside_links_off', 'The organisation allows no links to people outside');
  }
  const latest = latestLinkEnd(days, now);
  throw new Failure('share_ends_late', `The organisation allows links for ${days} days at most`, {
    details: { days, latest },
  });
}

/** Why the rules close a link that was made and has not ended; null when they leave it open. */
export function closedByRules(
  { on, days }: LinkRules,
  { end_chosen_at, created_at }: { end_chosen_at: number | null; created_at: number },
  now: number,
): 'off' | 'age' | null {
  if (!on) return 'off';
  return days !== null && latestLinkEnd(days, end_chosen_at ?? created_at) <= now ? 'age' : null;
}
