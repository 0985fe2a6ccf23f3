import {
  formatRanges,
  gapsOf,
  intersectRanges,
  type Range,
  rangesOf,
  type SequenceSet,
} from '../../platform/imap/sequence-set.ts';
import type { Happened } from './changed-since.ts';
import type { Selected } from './selected.ts';
import type { Session } from './session.ts';
import { indexOfUid } from './tell-changes.ts';

/** Of one response, so that no line is endless. */
const RANGES_A_LINE = 1_000;

/**
 * Tells which of the uids that a client knows have left the folder meanwhile (RFC 7162 section 3.2.6). Where not all of
 * them are known any more, every uid that no message has is named.
 */
export async function tellVanished(
  session: Session,
  selected: Selected,
  { expunged, known }: Pick<Happened, 'expunged'> & { known: SequenceSet | null },
): Promise<void> {
  const { uids, uidNext } = selected;
  // Only what is in the folder can have been saved.
  if (known === '$') return;
  const gone =
    expunged === null
      ? gapsOf(uids, uidNext - 1)
      : // What the session still has a number for is told with the changes.
        rangesOf(expunged.filter((uid) => indexOfUid(uids, uid) === -1));
  await sendRanges(session, known === null ? gone : intersectRanges(gone, known));
}

async function sendRanges({ connection }: Session, ranges: Iterable<Range>): Promise<void> {
  let line: Range[] = [];
  const send = () => connection.send(`* VANISHED (EARLIER) ${formatRanges(line)}\r\n`);
  for (const range of ranges) {
    line.push(range);
    if (line.length < RANGES_A_LINE) continue;
    send();
    line = [];
    if (connection.isCongested) await connection.flush();
  }
  if (line.length > 0) send();
}
