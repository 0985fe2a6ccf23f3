import type { Share } from '@bocau/contract/shares.ts';
import { readEventsOfLinks } from '../../calendar/files/files.store.ts';
import { shareTokenHash } from '../../calendar/files/share-links.ts';
import { readObject } from '../../calendar/ical/read-object.ts';
import { readWholeObjects } from '../../calendar/objects/objects.store.ts';
import type { ReadDb } from '../../tables.ts';

const EVENTS_NAMED = 20;

/** CL-240: shares with the events that lead them, as their owner would not know by the people alone why a file is shared. */
export async function withEvents(db: ReadDb, mailboxId: number, shares: Share[]): Promise<Share[]> {
  const hashes = new Map(
    shares.flatMap(({ id, link }) => {
      const hash = link === null ? null : shareTokenHash(link);
      return hash ? [[id, hash] as const] : [];
    }),
  );
  const links = await readEventsOfLinks(db, mailboxId, [...hashes.values()]);
  if (links.length === 0) return shares;
  const ids = [...new Set(links.map(({ object_id }) => object_id))].slice(0, EVENTS_NAMED);
  const titles = new Map(
    (await readWholeObjects(db, mailboxId, ids))
      .filter(({ trashed_at }) => trashed_at === null)
      .map(({ id, source }) => {
        const { main, changed } = readObject(source);
        return [id, (main ?? changed[0])?.title ?? ''];
      }),
  );
  return shares.map((share) => {
    const hash = hashes.get(share.id);
    const events = links.flatMap(({ object_id: id, token_hash }) => {
      const title = titles.get(id);
      return hash?.equals(token_hash) && title !== undefined ? [{ id, title }] : [];
    });
    return events.length > 0 ? { ...share, events } : share;
  });
}
