import type { EventFile, EventFileShare } from '@bocau/contract/event-files.ts';
import type { CalendarChange } from '../../../calendar/change-calendar.ts';
import { readFileLinks, writeFileLinks } from '../../../calendar/files/files.store.ts';
import { type EventSaved, openFiles } from '../../../calendar/files/open-files.ts';
import { shareLinksOf, shareTokenHash } from '../../../calendar/files/share-links.ts';
import { filesOf } from '../../../calendar/ical/attached-files.ts';
import { scanObject } from '../../../calendar/ical/scan-object.ts';
import type { WholeObject } from '../../../calendar/objects/objects.store.ts';
import { readEndedLinks } from '../../../drive/shares/open-shares.store.ts';
import { readShareOfToken } from '../../../drive/shares/shares.store.ts';
import type { ReadDb } from '../../../tables.ts';

/**
 * Shares that their owner has made for the files of an event belong to it: they open with it, to whom the owner asks. Any
 * other link is one that is shown and sent, and nothing more.
 */
export async function bindFiles(
  change: CalendarChange,
  files: readonly EventFile[] = [],
  saved: EventSaved,
): Promise<void> {
  const { tx, mailboxId, author } = change;
  if (author !== null) return;
  for (const { url } of files) {
    const hash = shareTokenHash(url);
    const share = hash && (await readShareOfToken(tx, mailboxId, hash));
    if (!hash || share?.state !== 'pending' || share.sent_with !== null) continue;
    await writeFileLinks(tx, mailboxId, [{ object_id: saved.id, token_hash: hash }]);
  }
  await openFiles(change, saved);
}

/** The addresses of those files of an event whose shares were ended. */
export async function endedFiles(db: ReadDb, files: readonly EventFile[] = []): Promise<string[]> {
  const links = files.flatMap(({ url }) => {
    const hash = shareTokenHash(url);
    return hash ? [{ url, hash }] : [];
  });
  const ended = await readEndedLinks(
    db,
    links.map(({ hash }) => hash),
  );
  return links.filter(({ hash }) => ended.some((one) => one.equals(hash))).map(({ url }) => url);
}

/** The shares of an event of one's own, by the links that its text has. */
export async function sharesOfFiles(
  db: ReadDb,
  mailboxId: number,
  { id, source }: Pick<WholeObject, 'id' | 'source'>,
): Promise<EventFileShare[]> {
  if (shareLinksOf(source).length === 0) return [];
  const bound = await readFileLinks(db, mailboxId, id);
  const urls = new Set(
    scanObject(source).calendar.parts.flatMap((part) => filesOf(part).map(({ url }) => url)),
  );
  const shares: EventFileShare[] = [];
  for (const url of urls) {
    const hash = shareTokenHash(url);
    if (!hash || !bound.some((one) => one.equals(hash))) continue;
    const share = await readShareOfToken(db, mailboxId, hash);
    if (share) shares.push({ url, share_id: share.id });
  }
  return shares;
}
