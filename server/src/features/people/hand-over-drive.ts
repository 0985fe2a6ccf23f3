import type { DrivePublisher } from '../../drive/change-drive.ts';
import { readDriveNumbers } from '../../drive/drive.store.ts';
import { handOverDrive } from '../../drive/hand-over/hand-over-drive.ts';
import { type RecordedAct, recordActs } from '../../identity/administration/record-acts.ts';
import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import type { Actor } from '../../platform/caller.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { type Failure, invalidInput } from '../../platform/failure.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { Tx } from '../../tables.ts';
import * as store from './accounts.store.ts';
import { targetOf } from './change-person.ts';
import { isLimited } from './domain-quota.ts';
import { enqueueHandOverNotice, enqueueReceivedNotice } from './hand-over-notice.ts';
import { type GivenHeir, lockWithHeir } from './lock-with-heir.ts';

const MB = 1024 * 1024;

export type HandOverDeps = Pick<ChangeDeps, 'db' | 'clock'> & {
  drivePublisher: DrivePublisher;
  secrets: SecretBox | null;
};

/**
 * Hands the drive of someone who left, or is away, to a colleague of the same domain; also of a deleted
 * person until they are purged. Recorded in the audit log of both.
 */
export async function handOverPersonsDrive(
  deps: HandOverDeps,
  mailboxId: number,
  { address: heirAddress, onlyCheck }: GivenHeir,
  actor: Actor,
): Promise<void> {
  const { db, clock } = deps;
  const now = unixSeconds(clock);
  const heirId = await inTransaction(db, async (tx) => {
    const { person, heir } = await lockWithHeir(tx, { mailboxId, heirAddress, actor, now });
    if (!heir?.enable_drive) throw noHeir();
    if (onlyCheck) return null;
    const folderName = `${person.name || person.email} (${person.email})`;
    const endsOutside = !person.active;
    const to = { from: mailboxId, to: heir.id };
    const links = await handOverDrive(tx, deps, { ...to, folderName, now, endsOutside });
    const lowered = await keepLimit(tx, { person, heir, actor });
    const by = { actor, at: now };
    const acts = [{ act: 'drive_handed_over' as const, after: heir.email }, ...lowered];
    await recordActs(tx, targetOf(person), by, acts);
    await recordActs(tx, targetOf(heir), by, [{ act: 'drive_received', after: person.email }]);
    const received = { mailboxId: heir.id, giver: person.email, links, ended: endsOutside, at: now };
    await enqueueReceivedNotice(tx, received);
    if (person.purge_at === null) await enqueueHandOverNotice(tx, { mailboxId, heir: heir.email, at: now });
    return heir.id;
  });
  if (heirId === null) return;
  for (const id of [mailboxId, heirId]) deps.drivePublisher.changed(id);
}

/**
 * Files are kept even when they exceed the heir's quota. In a domain limited by the provider, an owner's
 * hand-over reduces the giver's quota by the excess; otherwise they could fill a drive and hand it over again
 * and again.
 */
async function keepLimit(
  tx: Tx,
  { person, heir, actor }: { person: store.LockedPerson; heir: store.LockedPerson; actor: Actor },
): Promise<RecordedAct[]> {
  if (!(await isLimited(tx, person.domain_id, actor))) return [];
  const { used_bytes, quota_bytes } = await readDriveNumbers(tx, heir.id);
  const past = Math.ceil(Math.max(0, used_bytes - quota_bytes) / MB);
  const before = person.drive_quota_mb;
  const after = Math.max(1, before - past);
  if (after === before) return [];
  await store.updateMailbox(tx, person.id, { drive_quota_mb: after });
  return [{ act: 'drive_quota', before: String(before), after: String(after) }];
}

function noHeir(): Failure {
  return invalidInput('The drive goes to somebody of the same domain who has a drive', {
    field: 'heir',
    problem: 'is nobody of the domain who has a drive',
    rule: 'invalid',
  });
}
