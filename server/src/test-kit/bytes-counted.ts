import { sql } from 'kysely';
import type { TestDb } from './test-context.ts';

/** The bytes that a mailbox has by its counter, and those of the texts that there are. */
export async function bytesCounted(
  db: TestDb,
  of: 'contacts' | 'calendar',
  mailbox: number,
): Promise<{ state: number | null; sum: number }> {
  const sums = {
    contacts: sql`select state.bytes, (
      select coalesce(sum(length(source)), 0) from (
        select mailbox_id, source from contact_sources union all select mailbox_id, source from contact_merges
      ) texts where mailbox_id = state.mailbox_id) as sum
      from contact_state state where state.mailbox_id = ${mailbox}`,
    calendar: sql`select state.bytes, (
      select coalesce(sum(length(source) + coalesce(length(before_split), 0)), 0) from calendar_sources
      where mailbox_id = state.mailbox_id) as sum
      from calendar_state state where state.mailbox_id = ${mailbox}`,
  };
  const { rows } = await sql<{ bytes: number | null; sum: number }>`${sums[of]}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`Mailbox ${mailbox} has no state of its ${of}`);
  return { state: row.bytes, sum: row.sum };
}
