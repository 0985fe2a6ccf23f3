import { addJob } from '../../platform/jobs/add-job.ts';
import { defineTask } from '../../platform/jobs/task.ts';
import type { CalendarChange } from '../change-calendar.ts';
import { copyFileLinks, readLinkedObjects } from './files.store.ts';
import { shareLinksOf } from './share-links.ts';

export type EventFilesJob = {
  mailboxId: number;
  objectId: string;
  /** Addresses that the owner of a share, by the hex hash of its link, has asked to an event: it opens to them. */
  asked?: { link: string; people: string[] };
};

/**
 * Opens and ends the shares of the files of an event, as it links to them, to those of its guests to whom their owner has
 * opened them.
 */
export const settleFilesTask = defineTask<EventFilesJob>('calendar_files', { maxAttempts: 20 });

/**
 * Objects were written, or went into the trash: then without their text. By whomever, so that nobody comes to a share
 * by it, and links count in objects of the same change alone.
 */
export async function followFiles(
  change: Pick<CalendarChange, 'tx' | 'mailboxId'>,
  objects: { id: string; source?: Buffer }[],
): Promise<void> {
  const { tx, mailboxId } = change;
  const links = objects.flatMap(({ id, source }) =>
    source ? shareLinksOf(source).map((token_hash) => ({ object_id: id, token_hash })) : [],
  );
  const ids = objects.map(({ id }) => id);
  await copyFileLinks(tx, mailboxId, links, ids);
  for (const objectId of await readLinkedObjects(tx, mailboxId, ids)) {
    await addJob(
      tx,
      settleFilesTask,
      { mailboxId, objectId },
      { jobKey: `calendar_files ${mailboxId} ${objectId}` },
    );
  }
}
