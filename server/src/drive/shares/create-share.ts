import { isValidAddress } from '@bocau/contract/address.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { SharePermission } from '@bocau/contract/shares.ts';
import { readLinkRules } from '../../kernel/link-rules.store.ts';
import { refuseByRules } from '../../kernel/link-rules.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import { guessability, personWords } from '../../platform/passwords/weak-password.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { ReadDb } from '../../tables.ts';
import { changeDrive, type DriveChange, type DriveDeps } from '../change-drive.ts';
import { readDriveOwner } from '../drive-owner.store.ts';
import { findSharePeople } from './share-people.store.ts';
import { hashSharePassword, newShareToken } from './share-secrets.ts';
import { findOwnEntries, insertShare, type SharePerson } from './shares.store.ts';

export type ShareDeps = DriveDeps & { secrets: SecretBox | null };

export type ShareOrder = {
  entryIds: string[];
  addresses: string[];
  password?: string | undefined;
  permission: SharePermission;
  expiresAt: number | null;
  /** It belongs to a message that was not sent yet. */
  pending: boolean;
};

/** A share that was validated but not created yet. */
export type DraftShare = {
  id: string;
  people: SharePerson[];
  /** The token of its link; null when the server has no key for links. */
  token: string | null;
  write(change: DriveChange): Promise<void>;
};

/** Shares the caller's own entries with people: one share, one link, one password for all of them. */
export async function createShare(deps: ShareDeps, mailboxId: number, order: ShareOrder): Promise<string> {
  const { id, write } = await draftShare(deps, mailboxId, order);
  await changeDrive(deps, mailboxId, write);
  return id;
}

export async function draftShare(deps: ShareDeps, mailboxId: number, order: ShareOrder): Promise<DraftShare> {
  refuseInvalid(order.addresses);
  refusePastEnd(deps, order.expiresAt);
  const people = await findSharePeople(deps.db, mailboxId, order.addresses);
  const outside = people.filter((person) => person.mailboxId === null);
  const password = order.password || undefined;
  if (password !== undefined) await refuseWeakSharePassword(deps.db, mailboxId, password);
  if (outside.length > 0 && password === undefined) throw passwordMissing();
  if (outside.length > 0 && deps.secrets === null) throw noLinks();
  if (password !== undefined) {
    const rules = await readLinkRules(deps.db, mailboxId);
    refuseByRules(rules, order.expiresAt, unixSeconds(deps.clock));
  }
  const link = deps.secrets && newShareToken(deps.secrets, mailboxId);
  const passwordHash = password === undefined ? null : await hashSharePassword(password);
  const id = newId(deps.clock);
  const wanted = [...new Set(order.entryIds)];
  return {
    id,
    people,
    token: link?.token ?? null,
    async write({ tx, now, journal }) {
      const own = await findOwnEntries(tx, mailboxId, wanted);
      if (own.length < wanted.length) throw new Failure('file_not_found', 'There is no such file or folder');
      await insertShare(tx, {
        mailbox_id: mailboxId,
        id,
        state: order.pending ? 'pending' : 'active',
        permission: order.permission,
        token_hash: link?.hash ?? null,
        token_sealed: link?.sealed ?? null,
        password_hash: passwordHash,
        created_at: now,
        active_since: order.pending ? null : now,
        expires_at: order.expiresAt,
        entryIds: wanted,
        people,
      });
      journal('share', id);
      for (const entryId of wanted) journal('entry', entryId);
    },
  };
}

function refuseInvalid(addresses: string[]): void {
  const emails = addresses.filter((address) => !isValidAddress(address.trim()));
  if (emails.length === 0) return;
  throw new Failure('invalid_recipients', 'Some addresses are not valid', { details: { emails } });
}

export function refusePastEnd({ clock }: Pick<DriveDeps, 'clock'>, expiresAt: number | null): void {
  if (expiresAt === null || expiresAt * 1000 > clock.now()) return;
  throw new Failure('time_in_past', 'The end of the share is not in the future');
}

/**
 * SH-3; words that make a person's password guessable do so for their shares too. The character classes of
 * PW-1 are not required: the proposed password is random and made to be read aloud.
 */
export async function refuseWeakSharePassword(
  db: ReadDb,
  mailboxId: number,
  password: string,
): Promise<void> {
  refuseShortPassword(password);
  const owner = await readDriveOwner(db, mailboxId);
  const fault = await guessability(password, owner ? personWords(owner) : []);
  if (fault === null) return;
  throw new Failure('password_refused', 'The password of the share is easy to guess', {
    details: { faults: [fault] },
  });
}

function refuseShortPassword(password: string): void {
  if ([...password].length >= LIMITS.sharePasswordLength) return;
  throw invalidInput('The password is too short', {
    field: 'password',
    problem: `needs at least ${LIMITS.sharePasswordLength} characters`,
    rule: 'too_small',
    limit: LIMITS.sharePasswordLength,
  });
}

function passwordMissing(): Failure {
  return invalidInput('Sharing outside the organisation needs a password', {
    field: 'password',
    problem: 'is missing',
    rule: 'missing',
  });
}

function noLinks(): Failure {
  return new Failure(
    'service_unavailable',
    'The server has no key for secrets (SECRETS_KEY): files can be shared within the organisation only',
  );
}
