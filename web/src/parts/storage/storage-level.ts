import type { Quota } from '@bocau/contract/account.ts';
import { MB } from '../../lib/sizes.ts';

type Kept = Omit<Quota, 'auto_quota'> & Partial<Pick<Quota, 'auto_quota'>>;

export type Storage = { used: number; total: number; left: number; percent: number };

/** In bytes; null for a mailbox without a limit. */
export function storageOf(quota: Kept | null): Storage | null {
  if (!quota || quota.user_quota <= 0) return null;
  const total = quota.user_quota * MB;
  const used = quota.user_used_quota;
  return { used, total, left: Math.max(0, total - used), percent: Math.floor((used / total) * 100) };
}

/** From 80 % a hint, from 90 % a warning; at 100 % nothing more can be stored. */
export function storageLevel({ percent }: Storage): 'fine' | 'almost' | 'alarming' | 'full' {
  if (percent >= 100) return 'full';
  if (percent >= 90) return 'alarming';
  return percent >= 80 ? 'almost' : 'fine';
}
