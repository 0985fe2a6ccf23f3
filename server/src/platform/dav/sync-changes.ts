import type { SyncAsked } from './read-requests.ts';
import { syncAnew, truncated } from './sync-refusals.ts';
import { partialToken, readSyncToken, syncToken } from './sync-tokens.ts';
import { element, text, type Xml } from './write-xml.ts';
import { dav } from './xml-names.ts';

/** Where a synchronization has come to: changes of one number go by their names. */
export type SyncPlace = { seq: number; name: string };

export type SyncRange = { after: SyncPlace; removedAfter: number; upTo: number; limit: number };

export type SyncedCollection<Change extends SyncPlace> = {
  id: string;
  path: string;
  /** The number of the last change of anything. */
  present: number;
  /** How many resources are in memory at once. */
  pageSize: number;
  /**
   * What became of its resources after a place, up to a number, in order; of those that left, only what left after the
   * number `removedAfter`.
   */
  read(range: SyncRange): Promise<Change[]>;
  answer(change: Change): Xml;
};

/** What has changed in a collection since a token (RFC 6578); without one, all that is in it. */
export async function* syncChanges<Change extends SyncPlace>(
  { id, path, present, pageSize, read, answer }: SyncedCollection<Change>,
  { token, limit }: Pick<SyncAsked, 'token' | 'limit'>,
): AsyncGenerator<readonly Xml[]> {
  const start = token === '' ? { seq: 0, name: '', base: present } : readSyncToken(id, token);
  // A number that was never given out is of another database, or of one that was restored since.
  if (start === null || start.base > present || start.seq > present + 1) throw syncAnew();
  const { base } = start;
  let after: SyncPlace = start;
  for (let left = limit ?? Number.POSITIVE_INFINITY; ; ) {
    const wanted = Math.min(left, pageSize);
    const changes = await read({ after, removedAfter: base, upTo: present, limit: wanted + 1 });
    const page = changes.slice(0, wanted);
    yield page.map(answer);
    const last = page.at(-1);
    if (!last || changes.length <= wanted) {
      yield [element(dav('sync-token'), text(syncToken(id, present)))];
      return;
    }
    after = last;
    left -= page.length;
    if (left === 0) {
      const { seq, name } = last;
      yield [truncated(path), element(dav('sync-token'), text(partialToken(id, { seq, name, base })))];
      return;
    }
  }
}
