import type { Country, PhoneMethod, PhoneVerification, SentPhoneCode } from '@bocau/contract/phone.ts';
import { requireFreshProof } from '../../../access/fresh-proof.ts';
import * as store from '../../../identity/phone/phone-codes.store.ts';
import {
  type CountryCode,
  callingCode,
  phoneHint,
  readPhoneNumber,
} from '../../../identity/phone/phone-number.ts';
import {
  judgePhoneCode,
  openPhoneCode,
  type PhoneCodeDeps,
  phoneMethods,
  sendPhoneCode,
  sentView,
} from '../../../identity/phone/send-phone-code.ts';
import { endSessions } from '../../../identity/security/end-sessions.ts';
import { deleteChallengesOf, deleteTrustedDevices } from '../../../identity/security/trust.store.ts';
import type { SessionCaller } from '../../../platform/caller.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { Failure, invalidInput } from '../../../platform/failure.ts';
import type { Db } from '../../../tables.ts';
import { announceChange, type From } from '../protection/announce-change.ts';

type PhoneSettings = {
  countries: readonly [CountryCode, ...CountryCode[]];
  fee: number;
  sendsPerDay: number;
};
export type PhoneDeps = PhoneCodeDeps & { db: Db; config: { phone: PhoneSettings } };

export function countriesOf({ config }: PhoneDeps): Country[] {
  return config.phone.countries.map((country) => ({ country, calling_code: callingCode(country) }));
}

export async function readVerification(deps: PhoneDeps, mailboxId: number): Promise<PhoneVerification> {
  const { db, config } = deps;
  const [{ phone }, row] = await Promise.all([
    store.readPhone(db, mailboxId),
    store.readPhoneCode(db, mailboxId, 'verify'),
  ]);
  const waiting = openPhoneCode(deps, mailboxId, row);
  return {
    phone,
    methods: [...phoneMethods(deps)],
    fee: config.phone.fee,
    pending: row && waiting ? { ...sentView(row), phone: waiting.number } : null,
  };
}

/** AC-6: does not reveal whether someone else has verified the number: anyone could ask. */
export async function startVerification(
  deps: PhoneDeps,
  caller: SessionCaller,
  given: { phone: string; country?: string | undefined; method?: PhoneMethod | undefined },
): Promise<PhoneVerification> {
  requireFreshProof(caller, deps.clock);
  const [usual] = phoneMethods(deps);
  const method = given.method ?? usual;
  if (method === undefined) throw new Failure('service_unavailable', 'This server sends no codes');
  const number = numberOf(deps, given.phone, given.country);
  const asked = { mailboxId: caller.person, purpose: 'verify', number, method } as const;
  await inTransaction(deps.db, (tx) => sendPhoneCode(deps, tx, asked));
  return readVerification(deps, caller.person);
}

/** Sends a new code to the number being verified. */
export async function resendVerification(
  deps: PhoneDeps,
  caller: SessionCaller,
  method: PhoneMethod,
): Promise<SentPhoneCode> {
  requireFreshProof(caller, deps.clock);
  const { person: mailboxId } = caller;
  return inTransaction(deps.db, async (tx) => {
    const row = await store.readPhoneCode(tx, mailboxId, 'verify');
    const waiting = openPhoneCode(deps, mailboxId, row);
    if (!waiting) throw expired();
    return sendPhoneCode(deps, tx, { mailboxId, purpose: 'verify', number: waiting.number, method });
  });
}

/**
 * AC-6, AC-7: the number now belongs to this account. A new number replaces the old one, through which
 * someone may have signed in: all other sessions end. `phone`: the number as shown.
 */
export async function confirmVerification(
  deps: PhoneDeps,
  caller: SessionCaller,
  { code, phone }: { code: string; phone?: string },
  from: From,
): Promise<PhoneVerification> {
  const { db, clock } = deps;
  const { person: mailboxId, session } = caller;
  requireFreshProof(caller, clock);
  const now = unixSeconds(clock);
  const refusal = await inTransaction(db, async (tx): Promise<Failure | null> => {
    await store.lockPhones(tx);
    const waiting = openPhoneCode(deps, mailboxId, await store.readPhoneCode(tx, mailboxId, 'verify'));
    if (phone !== undefined && waiting?.number !== numberOf(deps, phone)) return expired();
    const verdict = await judgePhoneCode(deps, tx, { mailboxId, purpose: 'verify' }, code);
    if (verdict.outcome === 'expired') return expired();
    if (verdict.outcome === 'wrong') return new Failure('verification_code_wrong', 'The code is incorrect');
    if (await store.isPhoneOfAnother(tx, mailboxId, verdict.number)) {
      return new Failure('already_exists', 'This number is used by another account');
    }
    const { phone: before } = await store.readPhone(tx, mailboxId);
    if (before === verdict.number) return null;
    await store.writePhone(tx, mailboxId, verdict.number);
    if (before !== null) {
      await store.deletePhoneCodes(tx, mailboxId);
      await deleteChallengesOf(tx, mailboxId);
      await deleteTrustedDevices(tx, mailboxId);
      await endSessions(tx, mailboxId, { now, except: session.id });
    }
    const change = before === null ? 'phone_verified' : 'phone_changed';
    await announceChange(tx, { mailboxId, change, about: phoneHint(verdict.number), at: now }, from);
    return null;
  });
  if (refusal) throw refusal;
  return readVerification(deps, mailboxId);
}

export async function removePhone(
  { db, clock }: PhoneDeps,
  caller: SessionCaller,
  from: From,
): Promise<void> {
  const { person: mailboxId } = caller;
  requireFreshProof(caller, clock);
  const now = unixSeconds(clock);
  await inTransaction(db, async (tx) => {
    const { phone } = await store.readPhone(tx, mailboxId);
    await store.deletePhoneCodes(tx, mailboxId);
    if (phone === null) return;
    await store.writePhone(tx, mailboxId, null);
    const change = { mailboxId, change: 'phone_removed', about: phoneHint(phone), at: now } as const;
    await announceChange(tx, change, from);
  });
}

function numberOf({ config }: PhoneDeps, text: string, country?: string): string {
  const { countries } = config.phone;
  const read = readPhoneNumber(text, country ?? countries[0], countries);
  if ('number' in read) return read.number;
  const rule = read.fault === 'country' ? 'not_an_option' : 'invalid';
  const problem = read.fault === 'country' ? 'is of a country that is not served' : 'is no mobile number';
  throw invalidInput(`The body can’t be used: phone ${problem}`, { field: 'phone', problem, rule });
}

function expired(): Failure {
  return new Failure('verification_code_expired', 'This code is no longer valid. Ask for another one.');
}
