import * as codes from '../../../identity/phone/phone-codes.store.ts';
import { phoneHint } from '../../../identity/phone/phone-number.ts';
import {
  judgePhoneCode,
  type PhoneCodeDeps,
  phoneMethods,
  sendPhoneCode,
} from '../../../identity/phone/send-phone-code.ts';
import { foldAddress } from '../../../mail/people/fold-address.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { Failure } from '../../../platform/failure.ts';
import type { Db, ReadDb } from '../../../tables.ts';
import { stepMethods } from '../phone/send-step-code.ts';
import type { From } from '../protection/announce-change.ts';
import { hasSecondStep } from '../second-step/second-step.store.ts';
import { findMailboxToSignIn, type SignInMailbox } from '../session.store.ts';
import { hashToken } from '../tokens.ts';
import { activateLink, draftLink } from './make-link.ts';
import { isPhoneNewSince } from './recovery-requests.store.ts';

type Deps = PhoneCodeDeps & { db: Db };

const DAY = 24 * 3600;
/** An address or number added shortly before an intruder was noticed may be the intruder's. */
export const TRUSTED_AFTER_SECONDS = 7 * DAY;
/** Strangers who request an account's recovery can use at most three of its five codes per day. */
const SENDS_A_DAY = 3;
/** The page continues with it immediately. */
const CHOOSE_WITHIN_SECONDS = 900;
const NOBODY = 0;

/** Throws when this server cannot send codes, for every caller. */
export function requirePhoneRecovery(deps: Pick<PhoneCodeDeps, 'phoneGateway' | 'secrets'>): void {
  if (phoneMethods(deps).length > 0) return;
  throw new Failure('service_unavailable', 'This server sends no codes to telephones');
}

/** Sends a code if there is a usable number, otherwise nothing: the caller does not wait for the result. */
export async function sendRecoveryCode(deps: Deps, mailbox: SignInMailbox, bound: Buffer): Promise<void> {
  const { db, clock } = deps;
  const [method] = phoneMethods(deps);
  const number = await findNumber(deps, db, mailbox);
  if (method === undefined || number === null) return;
  const asked = { mailboxId: mailbox.id, purpose: 'recovery', number, method, bound } as const;
  try {
    await inTransaction(db, async (tx) => {
      const sends = await codes.readSendsOfMailbox(tx, mailbox.id, unixSeconds(clock) - DAY);
      if (sends.length < SENDS_A_DAY) await sendPhoneCode(deps, tx, asked);
    });
  } catch (error) {
    // Reporting it would reveal that the account exists.
    if (!(error instanceof Failure) || error.code !== 'too_many_requests') throw error;
  }
}

/**
 * A correct code becomes a link, with which the page continues. All failures give the same error: a wrong
 * code, an expired one, a missing account. A wrong code is counted, so the error is thrown after the commit.
 */
export async function verifyRecoveryCode(
  deps: Deps & { config: { http: { publicUrl: string } } },
  given: { email: string; request: string; code: string },
  from: From,
): Promise<{ token: string }> {
  const { db, clock, config } = deps;
  const mailbox = await findMailboxToSignIn(db, foldAddress(given.email));
  const asked = {
    mailboxId: mailbox?.id ?? NOBODY,
    purpose: 'recovery',
    bound: hashToken(given.request),
  } as const;
  const link = draftLink(config.http.publicUrl);
  const isMade = await inTransaction(db, async (tx) => {
    const verdict = await judgePhoneCode(deps, tx, asked, given.code);
    if (verdict.outcome !== 'right' || !mailbox?.active) return false;
    // The number, or its trust, may have changed since the code was sent.
    const { number } = verdict;
    if ((await findNumber(deps, tx, mailbox)) !== number) return false;
    const at = unixSeconds(clock);
    const told = { notice: 'reset_link_by_phone', about: phoneHint(number) } as const;
    const made = { mailboxId: mailbox.id, link, at, ...told };
    await activateLink(tx, { ...made, seconds: CHOOSE_WITHIN_SECONDS }, from);
    return true;
  });
  if (!isMade) throw new Failure('verification_code_wrong', 'The code is incorrect, or no longer valid');
  return { token: link.token };
}

/**
 * The number to which a code may be sent: not one used as a second step, or its holder would have both
 * factors.
 */
async function findNumber(
  deps: Pick<PhoneCodeDeps, 'phoneGateway' | 'secrets'>,
  db: ReadDb,
  { id, password_exposed_at: exposedAt }: SignInMailbox,
): Promise<string | null> {
  const { number, methods } = await stepMethods(db, deps, id);
  if (number === null) return null;
  if (methods.length > 0 && (await hasSecondStep(db, id))) return null;
  if (exposedAt !== null && (await isPhoneNewSince(db, id, exposedAt - TRUSTED_AFTER_SECONDS))) return null;
  return number;
}
