import { deleteFileLinks, readFileLinks, readLinkingObjects } from '../../../calendar/files/files.store.ts';
import type { EventFilesJob } from '../../../calendar/files/follow-files.ts';
import { guestsOfFile } from '../../../calendar/files/guests-of-file.ts';
import { readObject } from '../../../calendar/ical/read-object.ts';
import { readWholeObjects } from '../../../calendar/objects/objects.store.ts';
import type { DriveDeps } from '../../../drive/change-drive.ts';
import { followEvents } from '../../../drive/shares/follow-event.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { readOwnAddresses } from '../own-addresses.ts';

/**
 * Brings the shares of the files of an event into step with it. Events are read beneath the lock of the drive, so that of
 * two jobs the later one knows all that the earlier one did.
 */
export async function settleFiles(
  deps: DriveDeps,
  { mailboxId, objectId, asked }: EventFilesJob,
): Promise<void> {
  const own = (await readOwnAddresses(deps.db, [mailboxId])).get(mailboxId) ?? new Set<string>();
  for (const hash of await readFileLinks(deps.db, mailboxId, objectId)) {
    const comes = asked?.link === hash.toString('hex') ? asked.people : [];
    await followEvents(deps, mailboxId, { tokenHash: hash, comes }, async (db) => {
      const objects = await readWholeObjects(db, mailboxId, await readLinkingObjects(db, mailboxId, hash));
      const live = objects.filter(({ trashed_at }) => trashed_at === null);
      return guestsOfFile(
        live.map(({ source }) => readObject(source)),
        hash,
        own,
      );
    });
  }
  if ((await readWholeObjects(deps.db, mailboxId, [objectId])).length > 0) return;
  await inTransaction(deps.db, (tx) => deleteFileLinks(tx, mailboxId, [objectId]));
}
