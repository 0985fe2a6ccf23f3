import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { sendEvent } from '../../mail/mailbox/publish-event.ts';
import { endSessions, SESSIONS_CHANGED } from '../../mail/security/end-sessions.ts';
import { forgetTrust } from '../../mail/security/forget-trust.ts';
import { recordSecurityChange } from '../../mail/security/record-event.ts';
import { markSignedOut } from '../../mail/security/sessions.store.ts';
import { notify } from '../../platform/db/notify.ts';
import { Failure } from '../../platform/failure.ts';
import type { Tx } from '../../tables.ts';
import { removeSecondStep, revokeAccess } from '../session/protection/revoke-access.ts';
import * as store from './accounts.store.ts';
import { type Actor, type RecordedAct, recordActs } from './record-acts.ts';

export type PersonChanges = Partial<store.MailboxColumns> & {
  /** Its old password opens nothing any more. */
  password_hash?: string;
  /** For who has lost the app and the recovery codes. */
  two_step?: false;
};

/** What becomes of a person by an owner of their domain, or by the command line: the one place for both. */
export async function changePerson(
  deps: ChangeDeps,
  mailboxId: number,
  { two_step, password_hash, ...given }: PersonChanges,
  actor: Actor,
): Promise<void> {
  await changeMailbox(deps, mailboxId, async ({ tx, now, journal, folders }) => {
    const acts: RecordedAct[] = [];
    if (given.active === false || given.kind === 'member') await store.lockDomainOf(tx, mailboxId);
    // The second step before the mailbox, as whoever changes it in the web locks them.
    if (two_step === false) {
      await removeSecondStep(tx, { mailboxId, at: now }, null);
      acts.push({ act: 'two_step_off' });
    }
    if (password_hash !== undefined) {
      await revokeAccess(tx, mailboxId);
      acts.push({ act: 'password_set' });
    } else if (given.active === false) await forgetTrust(tx, mailboxId);
    const before = await lockPerson(tx, mailboxId, actor);
    await keepAnOwner(tx, before, given, actor);
    const changes = changesOf(before, given);
    const set = { ...changes, ...(password_hash !== undefined && { password_hash }) };
    if (Object.keys(set).length > 0) await store.updateMailbox(tx, mailboxId, set);
    acts.push(...actsOf(before, changes));

    if (changes.active === false) await closeSuspended(tx, mailboxId, now);
    // Whose suspension ends comes in by signing in; and who knew the old password is out.
    else if (password_hash !== undefined || two_step === false || changes.active === true) {
      await endSessions(tx, mailboxId, { now });
    }
    if (password_hash !== undefined) {
      await recordSecurityChange(tx, { mailboxId, change: 'password_changed', at: now });
    }
    await notify(tx, SESSIONS_CHANGED, String(mailboxId));
    if (changes.enable_smtp !== undefined) {
      const data = { enable_smtp: changes.enable_smtp ? 1 : 0 } as const;
      await sendEvent(tx, mailboxId, { event: 'enable_smtp', data });
    }
    // Every open page reads the name and the quota anew.
    if (changes.name !== undefined) journal('settings', folders.INBOX);
    if (changes.quota_mb !== undefined) journal('quota', folders.INBOX);
    await recordActs(tx, before, { actor, at: now }, acts);
  });
}

/**
 * Their sessions and the connections of their mail programs end; they sign in again as before. `except` is the session of
 * an owner who signs themselves out everywhere else.
 */
export async function signOutPerson(
  deps: ChangeDeps,
  mailboxId: number,
  actor: Actor,
  except: string | null,
): Promise<void> {
  await changeMailbox(deps, mailboxId, async ({ tx, now }) => {
    await forgetTrust(tx, mailboxId);
    const person = await lockPerson(tx, mailboxId, actor);
    await endSessions(tx, mailboxId, { now, except });
    const from = actor === 'command line' ? {} : { address: actor.address };
    await recordSecurityChange(tx, { mailboxId, change: 'sessions_ended', at: now, ...from });
    await recordActs(tx, person, { actor, at: now }, [{ act: 'signed_out' }]);
  });
}

/** Locked until the transaction ends; an owner finds only who belongs to a domain of theirs, as it is now. */
export async function lockPerson(tx: Tx, mailboxId: number, actor: Actor): Promise<store.LockedPerson> {
  const person = await store.readPersonForUpdate(tx, mailboxId);
  const isTheirs =
    actor === 'command line' || (person && (await store.isOwnerOf(tx, actor.mailboxId, person.domain_id)));
  if (!person || !isTheirs) throw new Failure('not_found', 'There is no such person');
  return person;
}

/**
 * The rows of the sessions stay, and open nothing, so that the page of who was reading can be told why; giving access
 * back deletes them.
 */
async function closeSuspended(tx: Tx, mailboxId: number, now: number): Promise<void> {
  await markSignedOut(tx, mailboxId, now);
  await notify(tx, SESSIONS_CHANGED, String(mailboxId));
}

/** A domain without an owner could be helped by the provider alone, who may do as they will. */
async function keepAnOwner(
  tx: Tx,
  person: store.LockedPerson,
  { active, kind }: PersonChanges,
  actor: Actor,
): Promise<void> {
  const leaves = active === false || kind === 'member';
  if (actor === 'command line' || !leaves || person.kind !== 'owner' || !person.active) return;
  if (await store.hasOtherOwner(tx, person.domain_id, person.id)) return;
  throw new Failure('last_owner', 'A domain keeps one owner at least');
}

function changesOf(
  before: store.MailboxColumns,
  given: Partial<store.MailboxColumns>,
): Partial<store.MailboxColumns> {
  const columns = Object.keys(given) as (keyof store.MailboxColumns)[];
  const changed = columns.filter((column) => given[column] !== undefined && given[column] !== before[column]);
  return Object.fromEntries(changed.map((column) => [column, given[column]]));
}

const ACTS = {
  name: 'fullname',
  kind: 'type',
  quota_mb: 'quota',
  auto_quota: 'auto_quota',
  enable_smtp: 'enable_smtp',
  enable_drive: 'enable_drive',
  enable_recall: 'enable_recall',
} as const satisfies Partial<Record<keyof store.MailboxColumns, RecordedAct['act']>>;

function actsOf(
  before: store.MailboxColumns,
  { active, ...changes }: Partial<store.MailboxColumns>,
): RecordedAct[] {
  const acts: RecordedAct[] = (Object.keys(changes) as (keyof typeof ACTS)[]).map((column) => ({
    act: ACTS[column],
    before: String(before[column]),
    after: String(changes[column]),
  }));
  if (active !== undefined) acts.push({ act: active ? 'restored' : 'suspended' });
  return acts;
}
