import type { PhoneMethod, SentPhoneCode } from '@bocau/contract/phone.ts';
import { readPhone } from '../../../identity/phone/phone-codes.store.ts';
import { phoneHint } from '../../../identity/phone/phone-number.ts';
import { type PhoneCodeDeps, phoneMethods, sendPhoneCode } from '../../../identity/phone/send-phone-code.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { Failure } from '../../../platform/failure.ts';
import type { Db, ReadDb } from '../../../tables.ts';
import { signInExpired } from '../open-session.ts';
import { readChallenge } from '../second-step/challenges.store.ts';
import { lockSecondStep } from '../second-step/second-step.store.ts';
import { hashToken } from '../tokens.ts';

export type StepCodeDeps = PhoneCodeDeps & { db: Db };

/** TF-2: the methods for sending a sign-in code to the user; none unless their domain allows it. */
export async function stepMethods(
  db: ReadDb,
  deps: Pick<PhoneCodeDeps, 'phoneGateway' | 'secrets'>,
  mailboxId: number,
): Promise<{ number: string | null; methods: readonly PhoneMethod[]; hint: string | null }> {
  const { phone, sms_codes } = await readPhone(db, mailboxId);
  const methods = phone !== null && sms_codes ? phoneMethods(deps) : [];
  return { number: phone, methods, hint: phone !== null && methods.length > 0 ? phoneHint(phone) : null };
}

/** AP-65: a code that is valid only for this challenge. */
export async function sendStepCode(
  deps: StepCodeDeps,
  { challenge, method }: { challenge: string; method: PhoneMethod },
): Promise<SentPhoneCode> {
  const bound = hashToken(challenge);
  return inTransaction(deps.db, async (tx) => {
    const waiting = await readChallenge(tx, bound, unixSeconds(deps.clock));
    if (!waiting) throw signInExpired();
    const { mailbox_id: mailboxId } = waiting;
    // Before the locks of sending, in the same order as the verification (lock order).
    await lockSecondStep(tx, mailboxId);
    const { number, methods } = await stepMethods(tx, deps, mailboxId);
    if (number === null || !methods.includes(method)) {
      throw new Failure('forbidden', 'This account takes no codes this way');
    }
    return sendPhoneCode(deps, tx, { mailboxId, purpose: 'sign_in', number, method, bound });
  });
}
