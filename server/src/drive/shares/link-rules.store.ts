import type { LinkRules } from '@bocau/contract/link-rules.ts';
import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb } from '../../tables.ts';

/** What the organisation of a drive's owner allows of links to outside. */
export async function readLinkRules(db: ReadDb, mailboxId: number): Promise<LinkRules> {
  const [rules] = await readRows(
    db,
    sql<LinkRules>`
    select d.outside_links as on, d.outside_link_days as days
    from mailboxes m join domains d on d.id = m.domain_id where m.id = ${mailboxId}`,
  );
  return rules ?? { on: false, days: null };
}

/** When the share `s` ends for people outside at the latest, by the rules of the domain `d`; null: by none. */
export const LATEST_END = sql<
  number | null
>`coalesce(s.end_chosen_at, s.created_at) + (d.outside_link_days + 1) * 86400`;

/** Whether the rules of the domain `d` let the share `s` open anything outside. */
export function isAllowedOutside(now: number): RawBuilder<boolean> {
  return sql`(d.outside_links and (d.outside_link_days is null or ${LATEST_END} > ${now}))`;
}
