import { SUSPENSION_KINDS, type SuspensionKind } from '@bocau/contract/people.ts';
import { writeEntries } from '../../contacts/directory/write-entries.ts';
import { type RecordedAct, recordActs, type Target } from '../../identity/administration/record-acts.ts';
import { endSessions, SESSIONS_CHANGED } from '../../identity/security/end-sessions.ts';
import { forgetTrust } from '../../identity/security/forget-trust.ts';
import { recordSecurityChange } from '../../identity/security/record-event.ts';
import { markSignedOut } from '../../identity/security/sessions.store.ts';
import { DRIVE } from '../../kernel/drive.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { sendEvent } from '../../mail/mailbox/publish-event.ts';
import { releaseSender } from '../../mail/outbox/release-sender.ts';
import type { Actor } from '../../platform/caller.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { notify } from '../../platform/db/notify.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import type { Tx } from '../../tables.ts';
import { removeSecondStep, revokeAccess } from '../session/protection/revoke-access.ts';
import * as store from './accounts.store.ts';
import { changesOfEntry, type GivenEntry } from './change-entry.ts';
import { refuseLargerDrive, requireStorage } from './domain-quota.ts';
import { refuseOwnAccount } from './own-account.ts';
import { withheldAfter } from './withheld-switches.ts';

export type PersonChanges = Partial<Omit<store.MailboxColumns, 'active'>> & {
  /** Suspended and resumed kinds of use. */
  suspended?: Partial<Record<SuspensionKind, boolean>>;
  /** What the directory says of them. */
  entry?: GivenEntry;
  /** The old password becomes invalid. */
  password_hash?: string;
  /** For a user who lost the app and the recovery codes. */
  two_step?: false;
};

/** Changes a person, for every administrator and every interface: the single place for all. */
export async function changePerson(
  deps: ChangeDeps,
  mailboxId: number,
  { two_step, password_hash, suspended = {}, entry = {}, ...others }: PersonChanges,
  actor: Actor,
): Promise<void> {
  if (two_step === false || password_hash !== undefined) refuseOwnAccount(actor, mailboxId);
  const given = { ...others, ...(suspended.sign_in !== undefined && { active: !suspended.sign_in }) };
  await changeMailbox(deps, mailboxId, async ({ tx, now, journal, folders }) => {
    const acts: RecordedAct[] = [];
    const givesStorage = given.quota_mb !== undefined || given.drive_quota_mb !== undefined;
    const isCounted = given.active === false || given.kind === 'member' || givesStorage;
    // Configuring the domain's single sign-on checks whether a provider is among its people.
    if (isCounted || given.provider) await store.lockDomainOf(tx, mailboxId);
    // The second step is locked before the mailbox, in the same order as changes in the web client (lock
    // order).
    const losesStep = two_step === false && (await removeSecondStep(tx, { mailboxId, at: now }, null));
    if (losesStep) acts.push({ act: 'two_step_off' });
    if (password_hash !== undefined) {
      await revokeAccess(tx, mailboxId);
      acts.push({ act: 'password_set' });
    } else if (given.active === false || given.provider) await forgetTrust(tx, mailboxId);
    const before = await lockPerson(tx, mailboxId, actor);
    await keepAnOwner(tx, before, given, actor);
    await requireStorage(tx, before.domain_id, (given.quota_mb ?? 0) - before.quota_mb, actor);
    const moreDrive = (given.drive_quota_mb ?? 0) - before.drive_quota_mb;
    await refuseLargerDrive(tx, before.domain_id, moreDrive, actor);
    const changes = changesOf(before, given);
    const mail = suspensionOf(before, suspended, now);
    const withheld = withheldAfter(before, given, actor);
    const set = { ...changes, ...mail, ...withheld, ...(password_hash !== undefined && { password_hash }) };
    if (Object.keys(set).length > 0) await store.updateMailbox(tx, mailboxId, set);
    const its = await changesOfEntry(tx, before, entry);
    if (its.acts.length > 0 || changes.name !== undefined || changes.hidden !== undefined) {
      await writeEntries(tx, [{ mailboxId, fields: its.fields }]);
    }
    acts.push(...actsOf(before, changes), ...its.acts, ...suspensionActs(changes, mail));
    if (mail.sending_suspended_at === null) {
      await releaseSender(tx, deps, { mailboxId, since: before.sending_suspended_at as number });
    }

    if (changes.active === false) await closeSuspended(tx, mailboxId, now);
    // After a suspension the user has to sign in again; a new password signs out whoever knew the old one.
    else if (password_hash !== undefined || losesStep || changes.active === true || changes.provider) {
      await endSessions(tx, mailboxId, { now });
    }
    if (password_hash !== undefined) {
      await recordSecurityChange(tx, { mailboxId, change: 'password_changed', at: now });
    }
    await notify(tx, SESSIONS_CHANGED, String(mailboxId));
    // Their shares are open again.
    if (changes.active === true) await notify(tx, DRIVE.journal.channel, String(mailboxId));
    // Whose access was taken or given back has no page to tell: a reload would race with the end of the session.
    const isOpen = changes.active === undefined;
    if (isOpen && (changes.enable_smtp !== undefined || mail.sending_suspended_at !== undefined)) {
      const after = { ...before, ...changes, ...mail };
      const sends = after.enable_smtp && after.sending_suspended_at === null;
      const data = { enable_smtp: sends ? 1 : 0 } as const;
      await sendEvent(tx, mailboxId, { event: 'enable_smtp', data });
    }
    // Every open page reloads the name and the quota.
    if (changes.name !== undefined) journal('settings', folders.INBOX);
    if (changes.quota_mb !== undefined) journal('quota', folders.INBOX);
    await recordActs(tx, targetOf(before), { actor, at: now }, acts);
  });
}

/**
 * Ends the sessions of a user and the connections of their mail programs; they can sign in again. `except` is
 * the session of an owner who signs themselves out everywhere else.
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
    const from = actor.kind === 'command_line' ? {} : { address: actor.address };
    await recordSecurityChange(tx, { mailboxId, change: 'sessions_ended', at: now, ...from });
    await recordActs(tx, targetOf(person), { actor, at: now }, [{ act: 'signed_out' }]);
  });
}

export async function recordPlannedCancelled(
  { db, clock }: Pick<ChangeDeps, 'db' | 'clock'>,
  mailboxId: number,
  messages: number,
  actor: Actor,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const person = await lockPerson(tx, mailboxId, actor);
    const act = { act: 'planned_mail_cancelled', after: String(messages) } as const;
    await recordActs(tx, targetOf(person), { actor, at: unixSeconds(clock) }, [act]);
  });
}

/** Locked until the transaction ends; found only by an administrator of the person's current domain. */
export async function lockPerson(
  tx: Tx,
  mailboxId: number,
  actor: Actor,
  { deletedToo = false } = {},
): Promise<store.LockedPerson> {
  const person = await store.readPersonForUpdate(tx, mailboxId);
  if (!person || !(await administers(tx, actor, person.domain_id)))
    throw new Failure('not_found', 'There is no such person');
  if (person.provider && !mayChangeProvider(actor, mailboxId))
    throw new Failure('forbidden', 'Only a provider may change the account of one');
  if (person.deleted_at !== null && !deletedToo) {
    const field = { field: 'id', problem: 'is of somebody who was deleted', rule: 'invalid' } as const;
    throw invalidInput('This person was deleted: bring them back first', field);
  }
  return person;
}

/** Access to a provider's account gives access to everything: an owner of their domain must not change it. */
function mayChangeProvider(actor: Actor, mailboxId: number): boolean {
  if (actor.kind === 'person' && actor.mailboxId === mailboxId) return true;
  return actor.domainId === null && actor.kind !== 'token';
}

async function administers(tx: Tx, { domainId, ...actor }: Actor, personsDomain: number): Promise<boolean> {
  if (domainId !== null && domainId !== personsDomain) return false;
  // The actor may have been suspended meanwhile.
  if (actor.kind === 'person') return store.isAdministrator(tx, actor.mailboxId, domainId);
  return true;
}

export function targetOf(person: Pick<store.LockedPerson, 'id' | 'email' | 'domain_id'>): Target {
  return { domainId: person.domain_id, name: person.email, mailboxId: person.id };
}

/** The session rows stay, without access, so that an open page can be told why; resuming deletes them. */
export async function closeSuspended(tx: Tx, mailboxId: number, now: number): Promise<void> {
  await markSignedOut(tx, mailboxId, now);
  await notify(tx, SESSIONS_CHANGED, String(mailboxId));
  await notify(tx, DRIVE.journal.channel, String(mailboxId));
}

/** Only the provider could help a domain without an owner; providers may do this. */
export async function keepAnOwner(
  tx: Tx,
  person: store.LockedPerson,
  { active, kind }: Partial<store.MailboxColumns>,
  actor: Actor,
): Promise<void> {
  const leaves = active === false || kind === 'member';
  if (actor.domainId === null || !leaves || person.kind !== 'owner' || !person.active) return;
  if (await store.hasOtherOwner(tx, person.domain_id, person.id)) return;
  throw new Failure('last_owner', 'A domain keeps one owner at least');
}

/** The changed suspensions that concern mail. */
function suspensionOf(
  before: store.SuspensionColumns,
  { sending, receiving }: Partial<Record<SuspensionKind, boolean>>,
  now: number,
): Partial<store.SuspensionColumns> {
  const columns: Partial<store.SuspensionColumns> = {};
  if (sending !== undefined && sending !== (before.sending_suspended_at !== null)) {
    columns.sending_suspended_at = sending ? now : null;
  }
  if (receiving !== undefined && receiving !== (before.receiving_suspended_at !== null)) {
    columns.receiving_suspended_at = receiving ? now : null;
  }
  return columns;
}

/** Names the kinds, unless all change at once. */
function suspensionActs(
  { active }: Partial<store.MailboxColumns>,
  { sending_suspended_at: sending, receiving_suspended_at: receiving }: Partial<store.SuspensionColumns>,
): RecordedAct[] {
  const changed: [SuspensionKind, boolean | undefined][] = [
    ['sign_in', active === undefined ? undefined : !active],
    ['sending', sending === undefined ? undefined : sending !== null],
    ['receiving', receiving === undefined ? undefined : receiving !== null],
  ];
  return [true, false].flatMap((isSuspended) => {
    const kinds = changed.filter(([, now]) => now === isSuspended).map(([kind]) => kind);
    if (kinds.length === 0) return [];
    const act = isSuspended ? ('suspended' as const) : ('restored' as const);
    return [{ act, after: kinds.length === SUSPENSION_KINDS.length ? null : kinds.join(' ') }];
  });
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
  drive_quota_mb: 'drive_quota',
  auto_quota: 'auto_quota',
  enable_smtp: 'enable_smtp',
  enable_drive: 'enable_drive',
  enable_recall: 'enable_recall',
  hidden: 'hidden',
} as const satisfies Partial<Record<keyof store.MailboxColumns, RecordedAct['act']>>;

function actsOf(
  before: store.MailboxColumns,
  { active: _recordedBelow, provider, ...changes }: Partial<store.MailboxColumns>,
): RecordedAct[] {
  const acts: RecordedAct[] = (Object.keys(changes) as (keyof typeof ACTS)[]).map((column) => ({
    act: ACTS[column],
    before: String(before[column]),
    after: String(changes[column]),
  }));
  if (provider !== undefined) acts.push({ act: provider ? 'provider_on' : 'provider_off' });
  return acts;
}
