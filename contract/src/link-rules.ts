import { z } from 'zod';

const DAY = 24 * 3600;
export const LONGEST_LINK_DAYS = 3650;

/**
 * What an organisation allows of links that open its files to people outside: whether there are any, and for how many
 * days one may be open; null: as long as its maker likes. That it has a password is no choice (SH-4).
 */
export const linkRules = z.object({
  on: z.boolean(),
  days: z.number().int().min(1).max(LONGEST_LINK_DAYS).nullable(),
});
export type LinkRules = z.infer<typeof linkRules>;

/** When a link whose end is chosen at `from` ends at the latest: the days are whole ones, wherever its maker is. */
export function latestLinkEnd(days: number, from: number): number {
  return from + (days + 1) * DAY;
}
