import { randomInt } from 'node:crypto';
import { unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { routeRecipients } from '../outbox/route-recipients.ts';
import { sendUnfiled } from '../outbox/send-unfiled.ts';
import type { SendingDeps } from '../outbox/sending-deps.ts';
import { readSettings } from '../settings/read-settings.ts';
import * as store from './forwarding.store.ts';
import { hashCode, returnPart } from './keyed.ts';
import { writeNotice } from './write-notice.ts';

const DAY_SECONDS = 24 * 3600;
const CODE_DIGITS = 8;
const RESEND_AFTER_SECONDS = 60;
const CODES_A_DAY = 5;
const NEW_ADDRESSES_A_DAY = 10;
/** Across all mailboxes, so that no address is flooded with codes. */
const CODES_TO_ONE_A_DAY = 20;

/** The text of such a message, in both languages, without user-provided content. */
export type CodeWords = Record<
  'vi' | 'en',
  { subject: string; text(mailbox: string, code: string): readonly string[] }
>;

/** A system message to an external address, ready to be sent for a mailbox. */
export type OutsideMail = Awaited<ReturnType<typeof prepareOutside>>;
export type CodeMail = OutsideMail & { codeHash: Buffer };

/** Composes the message before taking locks. */
export async function prepareOutside(
  deps: SendingDeps,
  mailboxId: number,
  { id, address, words, secret }: { id: string; address: string; words: CodeWords; secret: string },
) {
  const { blobs, clock, config, db } = deps;
  const now = unixSeconds(clock);
  const [key, owner, { language }, recipients] = await Promise.all([
    store.readForwardingKey(db),
    store.readOwner(db, mailboxId),
    readSettings(db, mailboxId),
    routeRecipients(db, [{ name: '', email: address }], config.mail.relay !== null),
  ]);
  const { subject, text } = words[language];
  const { domain, email } = owner;
  const { key: blob } = await blobs.put(
    writeNotice({ id, at: now, domain, to: address, subject, text: text(email, secret) }),
  );
  return { id, address, blob, recipients, returnTo: `${returnPart(key, mailboxId, address, now)}@${domain}` };
}

/** The code itself is stored only in the message. */
export async function prepareCode(
  deps: SendingDeps,
  mailboxId: number,
  { address, words }: { address: string; words: CodeWords },
): Promise<CodeMail> {
  const code = randomInt(10 ** CODE_DIGITS)
    .toString()
    .padStart(CODE_DIGITS, '0');
  const mail = await prepareOutside(deps, mailboxId, { id: newId(deps.clock), address, words, secret: code });
  const key = await store.readForwardingKey(deps.db);
  return { ...mail, codeHash: hashCode(key, mailboxId, address, code) };
}

/** False when it was sent already. */
export async function sendOutside(
  change: MailboxChange,
  { id, blob, recipients, returnTo }: OutsideMail,
): Promise<boolean> {
  return sendUnfiled(change, { outboxId: id, kind: 'notice', sender: returnTo, blob, recipients });
}

export async function sendCode(change: MailboxChange, code: CodeMail, first: boolean): Promise<void> {
  const { tx, mailboxId, now } = change;
  const { id, address } = code;
  await store.insertMailedCode(tx, mailboxId, { id, address, first, sentAt: now });
  await sendOutside(change, code);
}

/** Rate limit: refuses another code and says when the next is allowed. */
export async function refuseTooMany(change: MailboxChange, address: string, first: boolean): Promise<void> {
  const { tx, mailboxId, now } = change;
  const since = now - DAY_SECONDS;
  await store.deleteMailedCodes(tx, mailboxId, since);
  const mailed = await store.readMailedCodes(tx, mailboxId, since);
  const same = mailed.filter((one) => one.address === address).map(({ sentAt }) => sentAt);
  const last = same.at(-1);
  if (last !== undefined && last + RESEND_AFTER_SECONDS > now) refuseUntil(last + RESEND_AFTER_SECONDS, now);
  refuseOver(same, CODES_A_DAY, now);
  refuseOver(await store.readCodesTo(tx, address, since), CODES_TO_ONE_A_DAY, now);
  const fresh = mailed.filter((one) => one.first).map(({ sentAt }) => sentAt);
  if (first) refuseOver(fresh, NEW_ADDRESSES_A_DAY, now);
}

function refuseOver(times: number[], most: number, now: number): void {
  const oldest = times.at(-most);
  if (oldest !== undefined) refuseUntil(oldest + DAY_SECONDS, now);
}

function refuseUntil(at: number, now: number): never {
  throw new Failure('too_many_requests', 'Too many codes were mailed. Try again later.', {
    retryAfterSeconds: Math.max(1, at - now),
  });
}
