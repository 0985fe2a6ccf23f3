import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { CODE_PAUSE_SECONDS, type PhoneMethod, type SentPhoneCode } from '@bocau/contract/phone.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { PhoneGateway } from '../../platform/phone/phone-gateway.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { Tx } from '../../tables.ts';
import { phoneCodeTask } from './phone-code-task.ts';
import * as store from './phone-codes.store.ts';

export type PhoneCodeDeps = {
  clock: Clock;
  secrets: SecretBox | null;
  phoneGateway: PhoneGateway | null;
  metrics: Metrics;
  config: { phone: { sendsPerDay: number } };
};

type Asked = {
  mailboxId: number;
  purpose: store.PhonePurpose;
  /** In E.164. */
  number: string;
  method: PhoneMethod;
  /** Binds the code to one use, such as the hash of a challenge. */
  bound?: Buffer;
};

const CODE_DIGITS = 6;
const CODE_SECONDS = 600;
const WRONG_TRIES = 5;
const HOUR = 3600;
const DAY = 24 * HOUR;
const PER_ACCOUNT = [
  { count: 1, seconds: CODE_PAUSE_SECONDS },
  { count: 5, seconds: DAY },
];
const PER_NUMBER = [{ count: 3, seconds: HOUR }];
const PURPOSE = 'phone code';

/** The available delivery methods; none without a gateway, or without a key to encrypt codes. */
export function phoneMethods({
  phoneGateway,
  secrets,
}: Pick<PhoneCodeDeps, 'phoneGateway' | 'secrets'>): readonly PhoneMethod[] {
  return secrets === null ? [] : (phoneGateway?.methods ?? []);
}

/**
 * AC-6: a new code for a number, which replaces the previous one of the same purpose. It is sent by a job
 * after the commit, so that the request does not wait for the gateway. Throws when a limit is reached; the
 * transaction must then not be committed.
 */
export async function sendPhoneCode(deps: PhoneCodeDeps, tx: Tx, asked: Asked): Promise<SentPhoneCode> {
  const { clock, secrets, metrics, config } = deps;
  const { mailboxId, purpose, number, method, bound = null } = asked;
  if (secrets === null || !phoneMethods(deps).includes(method)) {
    throw new Failure('service_unavailable', 'This server sends no codes this way');
  }
  const now = unixSeconds(clock);
  const today = await store.countPhoneCode(tx, Math.floor(now / DAY));
  const numberHash = createHmac('sha256', await store.readPhonesKey(tx))
    .update(number)
    .digest();
  refuseBefore(now, PER_ACCOUNT, await store.readSendsOfMailbox(tx, mailboxId, now - DAY));
  refuseBefore(now, PER_NUMBER, await store.readSendsToNumber(tx, numberHash, now - HOUR));
  if (today > config.phone.sendsPerDay) {
    metrics.phoneCodes.inc({ method, outcome: 'cap_reached' });
    throw tooMany(DAY - (now % DAY));
  }
  const id = newId(clock);
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  const sealed = secrets.seal(Buffer.from(`${number} ${code}`), { mailboxId, purpose: PURPOSE });
  const expires_at = now + CODE_SECONDS;
  await store.insertPhoneSend(tx, mailboxId, { id, number_hash: numberHash, at: now, before: now - DAY });
  await store.writePhoneCode(tx, mailboxId, { purpose, id, sealed, method, bound, sent_at: now, expires_at });
  await addJob(tx, phoneCodeTask, { mailboxId, purpose, id }, { shares: ['phone gateway'] });
  return sentView({ method, state: 'queued', sent_at: now, expires_at });
}

export function sentView({
  method,
  state,
  sent_at,
  expires_at,
}: Pick<store.PhoneCodeRow, 'method' | 'state' | 'sent_at' | 'expires_at'>): SentPhoneCode {
  return { method, state, resend_at: sent_at + CODE_PAUSE_SECONDS, expires_at };
}

function refuseBefore(now: number, limits: { count: number; seconds: number }[], sends: number[]): void {
  const waits = limits.map(({ count, seconds }) => (sends.at(-count) ?? 0) + seconds - now);
  const wait = Math.max(...waits);
  if (wait > 0) throw tooMany(wait);
}

function tooMany(retryAfterSeconds: number): Failure {
  return new Failure('too_many_requests', 'No further code is sent now', { retryAfterSeconds });
}

/** The pending verification and its code; null when it expired, or was encrypted with a key that is gone. */
export function openPhoneCode(
  { clock, secrets }: Pick<PhoneCodeDeps, 'clock' | 'secrets'>,
  mailboxId: number,
  row: store.PhoneCodeRow | undefined,
): { number: string; code: string } | null {
  if (!row || !secrets || row.expires_at <= unixSeconds(clock) || row.wrong_tries >= WRONG_TRIES) return null;
  try {
    const [number = '', code = ''] = String(secrets.open(row.sealed, { mailboxId, purpose: PURPOSE })).split(
      ' ',
    );
    return { number, code };
  } catch {
    return null;
  }
}

export type PhoneVerdict =
  | { outcome: 'right'; number: string; method: PhoneMethod }
  | { outcome: 'wrong' }
  | { outcome: 'expired' };

/**
 * A correct code is consumed. A wrong one is counted: the transaction must be committed whatever the verdict
 * is.
 */
export async function judgePhoneCode(
  deps: Pick<PhoneCodeDeps, 'clock' | 'secrets'>,
  tx: Tx,
  {
    mailboxId,
    purpose,
    bound = null,
  }: { mailboxId: number; purpose: store.PhonePurpose; bound?: Buffer | null },
  given: string,
): Promise<PhoneVerdict> {
  const row = await store.lockPhoneCode(tx, mailboxId, purpose);
  const waiting = openPhoneCode(deps, mailboxId, row);
  if (!row || !waiting || !isSame(row.bound, bound)) return { outcome: 'expired' };
  if (isSame(Buffer.from(waiting.code), Buffer.from(given.replace(/\s/g, '')))) {
    await store.deletePhoneCode(tx, mailboxId, purpose);
    return { outcome: 'right', number: waiting.number, method: row.method };
  }
  await store.countWrongTry(tx, mailboxId, purpose);
  return { outcome: 'wrong' };
}

function isSame(one: Buffer | null, other: Buffer | null): boolean {
  if (one === null || other === null) return one === other;
  return one.length === other.length && timingSafeEqual(one, other);
}
