import type { ReadDb } from '../../tables.ts';
import { changeDrive, type DriveDeps } from '../change-drive.ts';
import { endShare, writeShare } from './change-share.ts';
import { findSharePeople } from './share-people.store.ts';
import { readShareOfToken, readSharePeople, setSharePeople } from './shares.store.ts';

type Followed = {
  tokenHash: Buffer;
  /** To whom its owner opens it by an event. */
  comes: string[];
};

/**
 * A share whose link is in events is open as long as it is, and with those who had it or come to it, as long as they are
 * guests; null: it is in none. What its owner or their organisation has ended stays ended.
 */
export async function followEvents(
  deps: DriveDeps,
  mailboxId: number,
  { tokenHash, comes }: Followed,
  findGuests: (db: ReadDb) => Promise<string[] | null>,
): Promise<void> {
  await changeDrive(deps, mailboxId, async (change) => {
    const { tx, now } = change;
    const share = await readShareOfToken(tx, mailboxId, tokenHash);
    if (!share) return;
    const guests = await findGuests(tx);
    const { state, revoked_by, active_since } = share;
    if (guests === null) {
      if (state !== 'revoked') await endShare(change, share, 'undo');
      return;
    }
    const people = await findSharePeople(tx, mailboxId, guests);
    const opensTo = new Set([
      ...(await readSharePeople(tx, mailboxId, [share.id])).map(({ email }) => email),
      ...(await findSharePeople(tx, mailboxId, comes)).map(({ address }) => address),
    ]);
    const isChanged = await setSharePeople(
      tx,
      mailboxId,
      share.id,
      people.filter(({ address }) => opensTo.has(address)),
    );
    const opens = state === 'pending' || (state === 'revoked' && revoked_by === 'undo');
    if (!opens && !isChanged) return;
    const opened = { state: 'active', revoked_at: null, revoked_by: null } as const;
    await writeShare(change, share.id, {
      ...(opens ? opened : { state }),
      active_since: active_since ?? (opens ? now : null),
    });
  });
}
