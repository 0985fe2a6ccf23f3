import { LIMITS } from '@bocau/contract/limits.ts';
import type { PeriodicRule } from '@bocau/contract/messages.ts';
import { randomText } from '../../../lib/random-text.ts';
import type { SendHow, Sharing } from '../../../model/compose/compose-model.ts';
import { endOfDay } from '../../../parts/dates/local-days.ts';

export const PROPOSED_DAYS = 30;
const DAY_SECONDS = 86_400;

export type SharingForm = {
  permission: Sharing['permission'];
  usesPassword: boolean;
  password: string;
  usesEnd: boolean;
  /** `2026-12-21` */
  end: string;
};

type SharingFault = 'passwordShort' | 'endPast' | 'endBeforeSend' | 'endLate' | 'needsEnd';

/**
 * The time of the last send in unix seconds; null where there is no last one, or where it is not known here.
 */
export function lastSendAt(how: SendHow, now: number): { at: number | null; endless: boolean } {
  if (how.type === 'send') return { at: now, endless: false };
  if (how.type === 'schedule') return { at: how.at, endless: false };
  return lastOfRule(how.rule);
}

function lastOfRule({ end_day: endDay, end_after: endAfter }: PeriodicRule) {
  if (endDay) return { at: endOfDay(endDay), endless: false };
  return { at: null, endless: !endAfter };
}

/** The first fault, in the order in which faults are shown. */
export function faultOfSharing(
  { usesPassword, password, usesEnd, end }: SharingForm,
  {
    needsPassword,
    now,
    last,
    endless,
    latest,
  }: { needsPassword: boolean; now: number; last: number | null; endless: boolean; latest: string | null },
): SharingFault | null {
  if ((usesPassword || needsPassword) && password.length < LIMITS.sharePasswordLength) return 'passwordShort';
  // A message that repeats without end would outlive any end date that could be set.
  if (!usesEnd && endless && latest !== null) return 'needsEnd';
  if (!usesEnd) return latest === null ? null : 'endLate';
  const at = endOfDay(end);
  if (at === null || at - now < DAY_SECONDS / 2) return 'endPast';
  if (last !== null && at <= last) return 'endBeforeSend';
  return latest !== null && end > latest ? 'endLate' : null;
}

/** Letters and digits that are not mistaken for each other when read out. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** Twelve random characters in groups of four: easy to read out, 59 bits of entropy. */
export function newPassword(): string {
  return Array.from({ length: GROUPS }, () => randomText(SIGNS, GROUP_LENGTH)).join('-');
}
