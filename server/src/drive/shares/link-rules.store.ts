import type { LinkRules } from '@bocau/contract/link-rules.ts';
import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

/** The rules of the owner's organisation for links to the outside. */
export async function readLinkRules(db: ReadDb, mailboxId: number): Promise<LinkRules> {
  const [rules] = await readRows(
    db,
    sql<LinkRules>`
    select d.outside_links as on, d.outside_link_days as days
    from mailboxes m join domains d on d.id = m.domain_id where m.id = ${mailboxId}`,
  );
  return rules ?? { on: false, days: null };
}

/** The latest end of the share `s` for outside people, by the rules of the domain `d`; null without a limit. */
export const LATEST_END = sql<
  number | null
>`coalesce(s.end_chosen_at, s.created_at) + (d.outside_link_days + 1) * 86400`;

/** Whether the rules of the domain `d` let the share `s` open anything to the outside. */
export function isAllowedOutside(now: number): RawBuilder<boolean> {
  return sql`(d.outside_links and (d.outside_link_days is null or ${LATEST_END} > ${now}))`;
}
