import { z } from 'zod';
import { unixSeconds } from './fields.ts';

const MOST_DAYS = 365;

/** When to remind of a draft once it was sent: so many days after, at the same time of the clock, or at a moment. */
export const followUpWish = z.union([
  z.strictObject({ after_days: z.number().int().min(1).max(MOST_DAYS) }),
  z.strictObject({ at: unixSeconds }),
]);
export type FollowUpWish = z.infer<typeof followUpWish>;
