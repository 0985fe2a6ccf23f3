import type { TimeProposal } from '@bocau/contract/calendar.ts';
import { readObject } from '../../calendar/ical/read-object.ts';
import { parseWall } from '../../calendar/ical/written-times.ts';
import type { WholeObject } from '../../calendar/objects/objects.store.ts';
import { readProposals } from '../../calendar/proposals/proposals.store.ts';
import { shownProposal, standingAmong } from '../../calendar/proposals/standing-proposals.ts';
import type { ReadDb } from '../../tables.ts';
import { placeOf } from './event-times.ts';
import type { ReadCalendar } from './read-calendar.ts';

type Kept = { kept: WholeObject; own: ReadonlySet<string> };
type Carried = Pick<ReadCalendar, 'kind' | 'mark' | 'occurrence'> & { author: string | null };

/**
 * What a message has to do with a proposal that is not over: of one that carries a proposal that itself, as long as no later
 * one of the guest took its place; of an invitation what was proposed for it here.
 */
export async function proposalOf(
  db: ReadDb,
  mailboxId: number,
  { kept: { id, source }, own }: Kept,
  { author, kind, mark, occurrence }: Carried,
): Promise<TimeProposal | null> {
  if (kind !== 'counter' && kind !== 'request') return null;
  const rows = await readProposals(db, mailboxId, id);
  if (rows.length === 0) return null;
  const stamp = parseWall(mark?.stamp ?? '')?.seconds;
  const original = occurrence === null ? '' : placeOf(occurrence);
  const meant = rows.filter(({ guest, ...row }) =>
    kind === 'counter'
      ? guest === author && row.stamp === stamp
      : own.has(guest) && row.original === original,
  );
  const [standing] = standingAmong(meant, readObject(source));
  return standing ? shownProposal(standing) : null;
}
