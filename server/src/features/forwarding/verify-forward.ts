import { authorize } from '../../access/authorize.ts';
import * as store from '../../mail/forwarding/forwarding.store.ts';
import { hashCode, isSameHash } from '../../mail/forwarding/keyed.ts';
import { prepareCode, refuseTooMany, sendCode } from '../../mail/forwarding/mail-code.ts';
import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { readSender } from '../../mail/outbox/outgoing.store.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { Failure } from '../../platform/failure.ts';
import { CODE_WORDS } from './code-words.ts';
import { activate } from './save-forward.ts';

const CODE_LIVES_SECONDS = 24 * 3600;
const WRONG_TRIES = 5;

/**
 * FW-4: the correct code verifies the address, and forwarding starts if no other forward is active. A wrong
 * attempt is counted, so the error is thrown after the commit. Returns whether mail is now forwarded there.
 */
export async function verifyForward(
  deps: SendingDeps,
  mailboxId: number,
  { code, email }: { code: string; email: string },
): Promise<boolean> {
  const address = foldAddress(email);
  const key = await store.readForwardingKey(deps.db);
  const given = hashCode(key, mailboxId, address, code.replace(/\s/g, ''));
  const outcome = await changeMailbox(deps, mailboxId, async (change) => {
    const { tx, now } = change;
    const forward = await store.readForwardOf(tx, mailboxId, address);
    if (!forward) throw notAdded();
    if (forward.verified) return forward.active;
    const { codeHash, codeSentAt, wrongTries } = forward;
    if (codeHash === null || wrongTries >= WRONG_TRIES || now >= codeSentAt + CODE_LIVES_SECONDS) {
      return new Failure('verification_code_expired', 'This code is no longer valid. Ask for a new one.');
    }
    if (!isSameHash(given, Buffer.from(codeHash, 'hex'))) {
      await store.countWrongTry(tx, mailboxId, address);
      return new Failure('verification_code_wrong', 'The code is incorrect');
    }
    await store.markVerified(tx, mailboxId, address, now);
    await store.deleteFailures(tx, mailboxId, address);
    const others = (await store.readForwards(tx, mailboxId)).some(({ active }) => active);
    if (!others) await activate(change, forward);
    await store.forwardsChanged(change);
    return !others;
  });
  if (outcome instanceof Failure) throw outcome;
  return outcome;
}

/** Mails another code and invalidates the previous one. */
export async function resendCode(
  deps: SendingDeps,
  mailboxId: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  authorize({ mailbox: mailboxId }, 'send_as', await readSender(deps.db, mailboxId, from));
  const address = foldAddress(to);
  const known = await store.readForwardOf(deps.db, mailboxId, address);
  if (!known) throw notAdded();
  if (known.verified) return;
  const code = await prepareCode(deps, mailboxId, { address, words: CODE_WORDS });
  await changeMailbox(deps, mailboxId, async (change) => {
    const forward = await store.readForwardOf(change.tx, mailboxId, address);
    if (!forward) throw notAdded();
    if (forward.verified) return;
    await refuseTooMany(change, address, false);
    await store.writeCode(change.tx, mailboxId, { ...code, now: change.now });
    await sendCode(change, code, false);
  });
}

function notAdded(): Failure {
  return new Failure('rule_not_found', 'There is no such forwarding address');
}
