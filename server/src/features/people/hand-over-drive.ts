import type { DrivePublisher } from '../../drive/change-drive.ts';
import { handOverDrive } from '../../drive/hand-over/hand-over-drive.ts';
import { recordActs } from '../../mail/administration/record-acts.ts';
import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import type { Actor } from '../../platform/caller.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { Tx } from '../../tables.ts';
import * as store from './accounts.store.ts';
import { lockPerson, targetOf } from './change-person.ts';
import { enqueueHandOverNotice } from './hand-over-notice.ts';

export type HandOverDeps = Pick<ChangeDeps, 'db' | 'clock'> & {
  drivePublisher: DrivePublisher;
  secrets: SecretBox | null;
};

/**
 * The drive of somebody who left, or is away, to a colleague of the same domain; also of a deleted person, until their
 * days are over. What was done stands in the audit of both.
 */
export async function handOverPersonsDrive(
  deps: HandOverDeps,
  mailboxId: number,
  heirAddress: string,
  actor: Actor,
): Promise<void> {
  const { db, clock } = deps;
  const now = unixSeconds(clock);
  const heirId = await inTransaction(db, async (tx) => {
    const given = { mailboxId, heirId: await store.findMailboxId(tx, heirAddress), actor };
    const { person, heir } = await lockBoth(tx, given);
    if (person.purge_at !== null && person.purge_at <= now) {
      throw new Failure('not_found', 'What the person had is removed by now');
    }
    const folderName = `${person.name || person.email} (${person.email})`;
    await handOverDrive(tx, deps, { from: mailboxId, to: heir.id, folderName, now });
    const by = { actor, at: now };
    await recordActs(tx, targetOf(person), by, [{ act: 'drive_handed_over', after: heir.email }]);
    await recordActs(tx, targetOf(heir), by, [{ act: 'drive_received', after: person.email }]);
    if (person.purge_at === null) await enqueueHandOverNotice(tx, { mailboxId, heir: heir.email, at: now });
    return heir.id;
  });
  for (const id of [mailboxId, heirId]) deps.drivePublisher.changed(id);
}

/**
 * Both in the order of their ids. Whether the actor may reach the person is said first; who is to get the drive is named
 * by an address, and whether that is nobody's or another domain's is answered alike.
 */
async function lockBoth(
  tx: Tx,
  { mailboxId, heirId, actor }: { mailboxId: number; heirId: number | undefined; actor: Actor },
): Promise<{ person: store.LockedPerson; heir: store.LockedPerson }> {
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
  if (!heir?.active || !heir.enable_drive || heir.domain_id !== person.domain_id) throw noHeir();
  return { person, heir };
}

function noHeir(): Failure {
  return invalidInput('The drive goes to somebody of the same domain who has a drive', {
    field: 'heir',
    problem: 'is nobody of the domain who has a drive',
    rule: 'invalid',
  });
}
