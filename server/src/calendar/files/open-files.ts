import { foldAddress } from '../../mail/people/fold-address.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { CalendarChange } from '../change-calendar.ts';
import { guestsOf, organiserOf } from '../ical/guests.ts';
import { type CalendarObject, readObject } from '../ical/read-object.ts';
import { readWholeObjects } from '../objects/objects.store.ts';
import { partsByPlace } from '../scheduling/parts-of-object.ts';
import { copyFileLinks, readFileLinks } from './files.store.ts';
import { settleFilesTask } from './follow-files.ts';
import { guestsOfFile } from './guests-of-file.ts';
import { shareLinksOf } from './share-links.ts';

export type EventSaved = {
  id: string;
  /** The series of which it is the rest. */
  from?: string;
  source: Buffer;
  /** The addresses of the owner of the calendar. */
  own: ReadonlySet<string>;
  /** What a program makes anew may be the rest of a series with all its guests, or come from elsewhere: it adds nobody. */
  isByProgram?: true;
};

/**
 * The owner of a calendar saves an event of their own, which is not written yet: its files open to the guests who come by
 * this. Whom somebody else has added was there before, and so is not opened to by a later save of the owner that only
 * keeps them.
 */
export async function openFiles(
  change: CalendarChange,
  { id, from = id, source, own, isByProgram }: EventSaved,
): Promise<void> {
  const { tx, mailboxId, author } = change;
  if (author !== null) return;
  const hashes = shareLinksOf(source);
  if (hashes.length === 0) return;
  const object = readObject(source);
  if (!isAskedBy(object, own)) return;
  await copyFileLinks(
    tx,
    mailboxId,
    hashes.map((token_hash) => ({ object_id: id, token_hash })),
  );
  const stored = await readWholeObjects(tx, mailboxId, [...new Set([id, from])]);
  const known = stored.map((one) => readObject(one.source));
  if (isByProgram && known.length === 0) return;
  for (const hash of await readFileLinks(tx, mailboxId, id)) {
    const before = new Set((guestsOfFile(known, hash, own) ?? []).map(foldAddress));
    const guests = guestsOfFile([object], hash, own) ?? [];
    const people = guests.filter((email) => !before.has(foldAddress(email)));
    if (people.length === 0) continue;
    const asked = { link: hash.toString('hex'), people };
    await addJob(tx, settleFilesTask, { mailboxId, objectId: id, asked });
  }
}

/** Or by nobody, where nobody is asked. */
function isAskedBy(object: CalendarObject, own: ReadonlySet<string>): boolean {
  return [...partsByPlace(object).values()].every(({ part }) => {
    const organiser = organiserOf(part);
    return organiser ? own.has(organiser.address) : guestsOf(part).length === 0;
  });
}
