import type { LinkRules } from '@bocau/contract/link-rules.ts';
import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../platform/db/read-rows.ts';
import type { ReadDb } from '../tables.ts';

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

/** When the end of the share `s` was chosen last, at first when it was made. */
const END_OF_SHARE_CHOSEN = sql<number>`coalesce(s.end_chosen_at, s.created_at)`;

/** The latest end of a link for outside people, by the rules of the domain `d`; null without a limit. */
export function latestEnd(chosenAt = END_OF_SHARE_CHOSEN): RawBuilder<number | null> {
  return sql`${chosenAt} + (d.outside_link_days + 1) * 86400`;
}

/** Whether the rules of the domain `d` let a link open anything to the outside. */
export function isAllowedOutside(now: number, chosenAt = END_OF_SHARE_CHOSEN): RawBuilder<boolean> {
  return sql`(d.outside_links and (d.outside_link_days is null or ${latestEnd(chosenAt)} > ${now}))`;
}
