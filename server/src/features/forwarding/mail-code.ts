import { randomInt } from 'node:crypto';
import { authorize } from '../../access/authorize.ts';
import * as store from '../../mail/forwarding/forwarding.store.ts';
import { hashCode, returnPart } from '../../mail/forwarding/keyed.ts';
import { writeNotice } from '../../mail/forwarding/write-notice.ts';
import type { MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { readSender } from '../../mail/outbox/outgoing.store.ts';
import { routeRecipients } from '../../mail/outbox/route-recipients.ts';
import { sendUnfiled } from '../../mail/outbox/send-unfiled.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import { CODE_WORDS } from './code-words.ts';

const DAY_SECONDS = 24 * 3600;
const CODE_DIGITS = 8;
const RESEND_AFTER_SECONDS = 60;
const CODES_A_DAY = 5;
const NEW_ADDRESSES_A_DAY = 10;
/** Over all mailboxes, so that nobody is flooded with codes. */
const CODES_TO_ONE_A_DAY = 20;

/** A message with a new code, ready to be sent. */
export type CodeMail = Awaited<ReturnType<typeof prepareCode>>;

/** Writes the message before anything is locked. The code itself is nowhere but in it. */
export async function prepareCode(deps: SendingDeps, mailboxId: number, address: string) {
  const { blobs, clock, config, db } = deps;
  const now = unixSeconds(clock);
  const [key, owner, { language }] = await Promise.all([
    store.readForwardingKey(db),
    store.readOwner(db, mailboxId),
    readSettings(db, mailboxId),
  ]);
  const people = [{ name: '', email: address }];
  const [recipients, sender] = await Promise.all([
    routeRecipients(db, people, config.mail.relay !== null),
    readSender(db, mailboxId, owner.email),
  ]);
  authorize({ mailbox: mailboxId }, 'send_as', sender);
  const code = randomInt(10 ** CODE_DIGITS)
    .toString()
    .padStart(CODE_DIGITS, '0');
  const id = newId(clock);
  const { subject, text } = CODE_WORDS[language];
  const { domain, email } = owner;
  const { key: blob } = await blobs.put(
    writeNotice({ id, at: now, domain, to: address, subject, text: text(email, code) }),
  );
  const returnTo = `${returnPart(key, mailboxId, address, now)}@${domain}`;
  return { id, address, codeHash: hashCode(key, mailboxId, address, code), blob, recipients, returnTo };
}

export async function sendCode(
  change: MailboxChange,
  { id, address, blob, recipients, returnTo }: CodeMail,
  first: boolean,
): Promise<void> {
  const { tx, mailboxId, now } = change;
  await store.insertMailedCode(tx, mailboxId, { id, address, first, sentAt: now });
  await sendUnfiled(change, { outboxId: id, kind: 'notice', sender: returnTo, blob, recipients });
}

/** Refuses a code too many, and says when there may be one again. */
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
