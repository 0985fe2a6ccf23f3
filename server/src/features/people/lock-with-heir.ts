import type { Actor } from '../../platform/caller.ts';
import { Failure } from '../../platform/failure.ts';
import type { Tx } from '../../tables.ts';
import * as store from './accounts.store.ts';
import { lockPerson } from './change-person.ts';

/** A colleague, by an address. `onlyCheck`: they are refused as in the act, and nothing is done. */
export type GivenHeir = { address: string; onlyCheck: boolean };

type Given = { mailboxId: number; heirAddress: string; actor: Actor; now: number };

/**
 * Who hands over, deleted or not, and who gets it: null where that is nobody of the same domain who may sign in. Locks both
 * in the order of their ids. First checks whether the actor may access the person; the heir is given by an address, and an
 * unknown address and one in another domain are the same.
 */
export async function lockWithHeir(
  tx: Tx,
  { mailboxId, heirAddress, actor, now }: Given,
): Promise<{ person: store.LockedPerson; heir: store.LockedPerson | null }> {
  const heirId = await store.findMailboxId(tx, heirAddress);
  const lockHeir = async () => {
    if (heirId === undefined || heirId === mailboxId) return null;
    return lockPerson(tx, heirId, actor).catch((error) => {
      if (error instanceof Failure) return null;
      throw error;
    });
  };
  const isHeirFirst = heirId !== undefined && heirId < mailboxId;
  const first = isHeirFirst ? await lockHeir() : null;
  const person = await lockPerson(tx, mailboxId, actor, { deletedToo: true });
  const heir = isHeirFirst ? first : await lockHeir();
  if (person.purge_at !== null && person.purge_at <= now) {
    throw new Failure('not_found', 'What the person had is removed by now');
  }
  return { person, heir: heir?.active && heir.domain_id === person.domain_id ? heir : null };
}
