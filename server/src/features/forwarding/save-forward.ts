import { isValidAddress } from '@bocau/contract/address.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { authorize } from '../../access/authorize.ts';
import * as store from '../../mail/forwarding/forwarding.store.ts';
import { isOwn, refuseLoop } from '../../mail/forwarding/loops.ts';
import { prepareCode, refuseTooMany, sendCode } from '../../mail/forwarding/mail-code.ts';
import { enqueueForwardNotice } from '../../mail/forwarding/rule-notices.ts';
import { changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { readSender } from '../../mail/outbox/outgoing.store.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import { CODE_WORDS } from './code-words.ts';

/** FW-2, FW-3: a new address stays disabled until the mailed code is confirmed. */
export async function createForward(deps: SendingDeps, mailboxId: number, email: string): Promise<string> {
  const { clock, db } = deps;
  const address = foldAddress(email);
  if (!isValidAddress(address)) refuseEmail('is no address that mail can be sent to', 'invalid');
  if (await isOwn(db, mailboxId, email)) refuseEmail('names an address of this mailbox', 'own_address');
  const { email: own } = await store.readOwner(db, mailboxId);
  authorize({ mailbox: mailboxId }, 'send_as', await readSender(db, mailboxId, own));
  const code = await prepareCode(deps, mailboxId, { address, words: CODE_WORDS });
  const ruleId = newId(clock);
  await changeMailbox(deps, mailboxId, async (change) => {
    const { tx, now } = change;
    if (await store.readForwardOf(tx, mailboxId, address)) {
      throw new Failure('already_exists', 'This forwarding address is there already');
    }
    if ((await store.countRules(tx, mailboxId)) >= LIMITS.rulesPerMailbox) {
      refuseEmail('is one rule too many', 'too_many');
    }
    await refuseTooMany(change, address, true);
    await refuseLoop(tx, mailboxId, address);
    await store.insertForwardRule(tx, mailboxId, ruleId, address);
    await store.insertForward(tx, mailboxId, { ruleId, address, codeHash: code.codeHash, now });
    await sendCode(change, code, true);
    await store.forwardsChanged(change);
  });
  return ruleId;
}

type ForwardChanges = {
  enable: boolean | undefined;
  email: string | undefined;
  isOther: boolean;
  /** Throws when the caller is not permitted. */
  beforeEnabling(): void;
};

/** FW-6: at most one is active. False when the rule is not a forward. */
export async function updateForward(
  deps: SendingDeps,
  mailboxId: number,
  ruleId: string,
  { enable, email, isOther, beforeEnabling }: ForwardChanges,
): Promise<boolean> {
  return changeMailbox(deps, mailboxId, async (change) => {
    const forward = await store.readForwardByRule(change.tx, mailboxId, ruleId);
    if (!forward) return false;
    if (isOther || (email !== undefined && foldAddress(email) !== forward.address)) {
      refuseEmail('cannot be changed: add the new address instead', 'invalid');
    }
    if (enable === undefined || enable === forward.active) return true;
    if (enable) beforeEnabling();
    if (enable && !forward.verified) {
      throw new Failure('address_not_verified', 'This forwarding address is not verified yet');
    }
    if (enable) await activate(change, forward);
    else await store.setActive(change.tx, mailboxId, null);
    await store.forwardsChanged(change);
    return true;
  });
}

/** Enables it, and disables all others. */
export async function activate(
  change: MailboxChange,
  { ruleId, address }: Pick<store.ForwardRow, 'ruleId' | 'address'>,
): Promise<void> {
  const { tx, mailboxId } = change;
  await refuseLoop(tx, mailboxId, address);
  await store.setActive(tx, mailboxId, ruleId);
  await enqueueForwardNotice(change, address);
}

function refuseEmail(problem: string, rule: 'invalid' | 'own_address' | 'too_many'): never {
  throw invalidInput(`The forwarding address ${problem}`, { field: 'sieve_json', problem, rule });
}
