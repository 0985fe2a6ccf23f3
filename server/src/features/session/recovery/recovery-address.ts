import { isValidAddress } from '@bocau/contract/address.ts';
import type { DataOf } from '@bocau/contract/endpoint.ts';
import type { getRecoveryAddress } from '@bocau/contract/recovery.ts';
import { readForwardingKey } from '../../../mail/forwarding/forwarding.store.ts';
import { hashCode, isSameHash } from '../../../mail/forwarding/keyed.ts';
import { prepareCode, refuseTooMany, sendCode } from '../../../mail/forwarding/mail-code.ts';
import { changeMailbox } from '../../../mail/mailbox/change-mailbox.ts';
import { LOCAL } from '../../../mail/outbox/outbox-recipients.store.ts';
import type { SendingDeps } from '../../../mail/outbox/sending-deps.ts';
import { foldAddress } from '../../../mail/people/fold-address.ts';
import { Failure, invalidInput } from '../../../platform/failure.ts';
import type { ReadDb } from '../../../tables.ts';
import { announceChange, type From } from '../protection/announce-change.ts';
import { notifyFormerAddress } from './former-address.ts';
import * as store from './recovery-address.store.ts';
import { RECOVERY_CODE_WORDS } from './recovery-words.ts';

const CODE_LIVES_SECONDS = 24 * 3600;
const WRONG_TRIES = 5;

export async function readState(db: ReadDb, mailboxId: number): Promise<DataOf<typeof getRecoveryAddress>> {
  const known = await store.readRecoveryAddress(db, mailboxId);
  return { address: known?.address ?? null, pending: known?.pending_address ?? null };
}

/** Mails a code there. An address in a local domain would be lost together with the mailbox. */
export async function setAddress(deps: SendingDeps, mailboxId: number, email: string): Promise<void> {
  const address = foldAddress(email.trim());
  if (!isValidAddress(address)) refuseEmail('is no address that mail can be sent to', 'invalid');
  const code = await prepareCode(deps, mailboxId, { address, words: RECOVERY_CODE_WORDS });
  if (code.recipients.some(({ destination }) => destination === LOCAL)) {
    refuseEmail('is an address of this server', 'own_address');
  }
  await changeMailbox(deps, mailboxId, async (change) => {
    const { tx, now } = change;
    const known = await store.readRecoveryAddress(tx, mailboxId);
    const first = known?.pending_address !== address && known?.address !== address;
    await refuseTooMany(change, address, first);
    await store.writePendingAddress(tx, mailboxId, { address, codeHash: code.codeHash, now });
    await sendCode(change, code, first);
  });
}

/** A wrong attempt is counted, so the error is thrown after the commit. */
export async function verifyAddress(
  deps: SendingDeps,
  mailboxId: number,
  code: string,
  from: From,
): Promise<void> {
  const key = await readForwardingKey(deps.db);
  const refusal = await changeMailbox(deps, mailboxId, async ({ tx, now }) => {
    const known = await store.readRecoveryAddress(tx, mailboxId);
    const { pending_address: pending, code_hash: codeHash, code_sent_at: sentAt } = known ?? {};
    const isOver = (known?.wrong_tries ?? 0) >= WRONG_TRIES || now >= (sentAt ?? 0) + CODE_LIVES_SECONDS;
    if (!pending || !codeHash || isOver) {
      return new Failure('verification_code_expired', 'This code is no longer valid. Ask for a new one.');
    }
    if (!isSameHash(hashCode(key, mailboxId, pending, code.replace(/\s/g, '')), codeHash)) {
      await store.countWrongTry(tx, mailboxId);
      return new Failure('verification_code_wrong', 'The code is incorrect');
    }
    await store.activateAddress(tx, mailboxId, now);
    const former = known?.address ?? pending;
    if (former !== pending) await notifyFormerAddress(tx, deps.clock, { mailboxId, address: former });
    await announceChange(tx, { mailboxId, change: 'recovery_address_set', about: pending, at: now }, from);
    return null;
  });
  if (refusal) throw refusal;
}

export async function removeAddress(deps: SendingDeps, mailboxId: number, from: From): Promise<void> {
  await changeMailbox(deps, mailboxId, async ({ tx, now }) => {
    const known = await store.readRecoveryAddress(tx, mailboxId);
    await store.deleteRecoveryAddress(tx, mailboxId);
    if (!known?.address) return;
    await notifyFormerAddress(tx, deps.clock, { mailboxId, address: known.address });
    const change = { mailboxId, change: 'recovery_address_removed', about: known.address, at: now } as const;
    await announceChange(tx, change, from);
  });
}

function refuseEmail(problem: string, rule: 'invalid' | 'own_address'): never {
  throw invalidInput(`The recovery address ${problem}`, { field: 'email', problem, rule });
}
