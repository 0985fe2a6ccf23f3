import { type LinkRules, latestLinkEnd } from '@bocau/contract/link-rules.ts';
import { Failure } from '../../platform/failure.ts';
import type { ShareRow } from './shares.store.ts';

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

/**
 * Why a share is closed to the outside although its owner shares it; null when it is open, or only for
 * colleagues.
 */
export function closedOutside(
  { on, days }: LinkRules,
  { password_hash, end_chosen_at, created_at }: ShareRow,
  now: number,
): 'off' | 'age' | null {
  if (password_hash === null) return null;
  if (!on) return 'off';
  return days !== null && latestLinkEnd(days, end_chosen_at ?? created_at) <= now ? 'age' : null;
}
