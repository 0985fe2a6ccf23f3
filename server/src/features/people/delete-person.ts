import { writeEntries } from '../../contacts/directory/write-entries.ts';
import { recordActs } from '../../identity/administration/record-acts.ts';
import { endSessions } from '../../identity/security/end-sessions.ts';
import { forgetTrust } from '../../identity/security/forget-trust.ts';
import { DRIVE } from '../../kernel/drive.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { releaseSender } from '../../mail/outbox/release-sender.ts';
import type { Actor } from '../../platform/caller.ts';
import { notify } from '../../platform/db/notify.ts';
import { Failure } from '../../platform/failure.ts';
import * as store from './accounts.store.ts';
import { closeSuspended, keepAnOwner, lockPerson, targetOf } from './change-person.ts';
import { requireSeats } from './domain-seats.ts';
import { isoDay } from './iso-day.ts';

type DeleteDeps = ChangeDeps & { config: { deletedPeopleDays: number } };

const DAY_SECONDS = 24 * 3600;

/**
 * Closes all access at once: mail to the person is refused as for an unknown address, and their queued mail
 * is held. The data is kept for some days, in which no one else gets their addresses.
 */
export async function deletePerson(deps: DeleteDeps, mailboxId: number, actor: Actor): Promise<void> {
  await changeMailbox(deps, mailboxId, async ({ tx, now }) => {
    await store.lockDomainOf(tx, mailboxId);
    await forgetTrust(tx, mailboxId);
    const person = await lockPerson(tx, mailboxId, actor);
    await keepAnOwner(tx, person, { active: false }, actor);
    const purge_at = now + deps.config.deletedPeopleDays * DAY_SECONDS;
    const deleted = { deleted_at: now, purge_at, active_when_deleted: person.active, active: false };
    await store.updateMailbox(tx, mailboxId, deleted);
    await writeEntries(tx, [{ mailboxId }]);
    await closeSuspended(tx, mailboxId, now);
    await recordActs(tx, targetOf(person), { actor, at: now }, [{ act: 'deleted', after: isoDay(purge_at) }]);
  });
}

/** Restores everything except the sessions: the person signs in again. */
export async function undeletePerson(deps: ChangeDeps, mailboxId: number, actor: Actor): Promise<void> {
  await changeMailbox(deps, mailboxId, async ({ tx, now }) => {
    const person = await lockPerson(tx, mailboxId, actor, { deletedToo: true });
    const { deleted_at, purge_at, active_when_deleted, sending_suspended_at } = person;
    if (deleted_at === null) return;
    // It may be half purged.
    if (purge_at === null || purge_at <= now)
      throw new Failure('not_found', 'What the person had is removed by now');
    await requireSeats(tx, new Map([[person.domain_id, 1]]));
    const back = { deleted_at: null, purge_at: null, active_when_deleted: null };
    await store.updateMailbox(tx, mailboxId, { ...back, active: active_when_deleted ?? true });
    await writeEntries(tx, [{ mailboxId }]);
    await endSessions(tx, mailboxId, { now });
    await notify(tx, DRIVE.journal.channel, String(mailboxId));
    if (sending_suspended_at === null) await releaseSender(tx, deps, { mailboxId, since: deleted_at });
    await recordActs(tx, targetOf(person), { actor, at: now }, [{ act: 'undeleted' }]);
  });
}
