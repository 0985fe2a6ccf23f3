import { type BlobKey, BlobMissingError } from '../../platform/blobs/blob-store.ts';
import type { MailParser } from '../../platform/mime/parse-pool.ts';
import type { ReadDb } from '../../tables.ts';
import { type ChangeDeps, changeMailbox } from '../mailbox/change-mailbox.ts';
import { findUnstructured, type SourceStructure, writeStructures } from './structures.store.ts';

type Source = { id: string; blob: BlobKey | null; size: number };

/** Messages whose sources are read before what was read is written. */
const READ_AT_ONCE = 50;

/** Reads the structures of sources; of one that is lost, which the doctor reports, there is none. */
export async function parseStructures(parser: MailParser, sources: Source[]): Promise<SourceStructure[]> {
  const parsed = await Promise.all(
    sources.map(async ({ id, blob, size }) => {
      if (blob === null) return [];
      try {
        return [{ id, blob, ...(await parser.parse(blob, size)).structure }];
      } catch (error) {
        if (error instanceof BlobMissingError) return [];
        throw error;
      }
    }),
  );
  return parsed.flat();
}

/**
 * Makes the structures of those messages known that earlier releases stored: what somebody asks for does not wait for
 * the rebuild job.
 */
export async function fillStructures(
  deps: ChangeDeps & { db: ReadDb; parser: MailParser },
  mailboxId: number,
  messageIds: string[],
  signal?: AbortSignal,
): Promise<void> {
  const missing = await findUnstructured(deps.db, mailboxId, messageIds);
  for (let at = 0; at < missing.length; at += READ_AT_ONCE) {
    signal?.throwIfAborted();
    const structures = await parseStructures(deps.parser, missing.slice(at, at + READ_AT_ONCE));
    await changeMailbox(deps, mailboxId, (change) => writeStructures(change.tx, mailboxId, structures));
  }
}
