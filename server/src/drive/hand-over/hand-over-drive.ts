import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { Tx } from '../../tables.ts';
import { type DriveChange, TOP } from '../change-drive.ts';
import { lockDrive } from '../drive.store.ts';
import { createEntry } from '../entries/create-entry.ts';
import { writeHeir } from '../heirs.store.ts';
import { fittingName } from '../names/entry-name.ts';
import { enqueuePurge } from '../purge/enqueue-purge.ts';
import { openShareToken, sealShareToken } from '../shares/share-secrets.ts';
import { writeSealedLink } from '../shares/shares.store.ts';
import * as store from './hand-over.store.ts';
import { countOutsideLinks, endOutsideLinks, readMixedShares, splitInside } from './outside-links.store.ts';

type HandOver = store.Heirs & {
  folderName: string;
  now: number;
  /**
   * The links' owner may not sign in, so the links are closed: another owner must not reopen them implicitly.
   */
  endsOutside: boolean;
};

/**
 * Turns the whole content of a drive into a folder of another one: rows change owner, no bytes move. Shares
 * are kept, so that links and colleagues' access stay valid. The recipient's quota may be exceeded; they can
 * add nothing until something is deleted. Returns how many links are open to the outside, or were until now.
 */
export async function handOverDrive(
  tx: Tx,
  { clock, secrets }: { clock: Clock; secrets: SecretBox | null },
  { folderName, now, endsOutside, ...heirs }: HandOver,
): Promise<number> {
  const { from, to } = heirs;
  const locked = new Map<number, number>();
  // In a fixed order, against deadlocks with a hand-over in the other direction.
  for (const id of [from, to].toSorted((a, b) => a - b)) locked.set(id, (await lockDrive(tx, id)).used_bytes);
  await store.endUploads(tx, from, now);
  await store.endCopies(tx, from, now);
  const reach = await store.readReachOfTop(tx, from);
  if (reach === null) return 0;
  const outside = endsOutside
    ? await endOutside(tx, clock, { from, now })
    : await countOutsideLinks(tx, from, now);
  const folder = await createEntry(untold(tx, to, now), {
    id: newId(clock),
    parentId: TOP,
    name: fittingName(folderName),
    file: null,
    onConflict: 'rename',
    below: reach,
  });
  const links = await store.readLinksOf(tx, from);
  await store.dropDerived(tx, from);
  await store.moveChunks(tx, heirs);
  await store.moveTexts(tx, heirs);
  await store.moveEntriesInto(tx, heirs, folder.entry.id);
  await store.moveOtherRows(tx, heirs);
  for (const { id, sealed } of links) {
    // A link is encrypted for its owner.
    const token = openShareToken(secrets, from, sealed);
    if (secrets && token !== null) await writeSealedLink(tx, to, id, sealShareToken(secrets, to, token));
  }
  await writeHeir(tx, heirs);
  // Permanently deleted entries that still exist: the former owner's purge job no longer finds them.
  await enqueuePurge(tx, heirs.to, null);
  await store.moveUsage(tx, heirs, locked.get(from) ?? 0);
  return outside;
}

/** Colleagues named together with outside people keep their access. */
async function endOutside(
  tx: Tx,
  clock: Clock,
  { from, now }: { from: number; now: number },
): Promise<number> {
  for (const id of await readMixedShares(tx, from, now)) {
    await splitInside(tx, from, { id, newId: newId(clock) });
  }
  return endOutsideLinks(tx, from, now);
}

/**
 * A change without journal entries: the journal then makes clients reload, and the bytes are counted in one
 * sum.
 */
function untold(tx: Tx, mailboxId: number, now: number): DriveChange {
  const nothing = () => undefined;
  return { tx, mailboxId, now, journal: nothing, use: nothing, reserve: nothing };
}
