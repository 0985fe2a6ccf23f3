import { createHmac, timingSafeEqual } from 'node:crypto';

const DAY_SECONDS = 24 * 3600;
/** Servers retry for five days; the rest is for the report's own way back. */
const RETURNS_COME_DAYS = 14;
const MARK_LENGTH = 20;

/** The stored hash of a code; without the key it cannot be brute-forced. */
export function hashCode(key: Buffer, mailboxId: number, address: string, code: string): Buffer {
  return createHmac('sha256', key).update(`code ${mailboxId} ${address} ${code}`).digest();
}

/** Compares two hashes in constant time. */
export function isSameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * The local part of the envelope sender of forwarded mail, to which its bounces return. It contains the
 * mailbox and the day; the target address is in its MAC, so that only a recipient of the mail can write
 * there.
 */
export function returnPart(key: Buffer, mailboxId: number, address: string, now: number): string {
  const day = Math.floor(now / DAY_SECONDS);
  return `fwd+${mailboxId.toString(36)}-${day.toString(36)}-${returnMark(key, mailboxId, address, day)}`;
}

export type ReturnPart = { mailboxId: number; day: number; mark: string };

/** Parses such a local part; null for any other, and for an expired one. */
export function readReturnPart(local: string, now: number): ReturnPart | null {
  const [, mailbox, day, mark] = /^fwd\+([0-9a-z]{1,10})-([0-9a-z]{1,6})-([0-9a-f]{20})$/.exec(local) ?? [];
  if (mailbox === undefined || day === undefined || mark === undefined) return null;
  const said = { mailboxId: Number.parseInt(mailbox, 36), day: Number.parseInt(day, 36), mark };
  const age = Math.floor(now / DAY_SECONDS) - said.day;
  return age >= 0 && age <= RETURNS_COME_DAYS && Number.isSafeInteger(said.mailboxId) ? said : null;
}

/** Which of the target addresses a bounce to it came back from. */
export function returnedFrom(key: Buffer, { mailboxId, day, mark }: ReturnPart, addresses: string[]) {
  const given = Buffer.from(mark);
  return addresses.find((address) =>
    isSameHash(Buffer.from(returnMark(key, mailboxId, address, day)), given),
  );
}

function returnMark(key: Buffer, mailboxId: number, address: string, day: number): string {
  return mark(key, `return ${mailboxId} ${address} ${day}`);
}

/** The marker in forwarded mail by which this mailbox recognises its own messages (loop detection). */
export function traceMark(key: Buffer, mailboxId: number): string {
  return mark(key, `trace ${mailboxId}`);
}

/** The same of a group, so that its mail is known on whatever way it comes back. */
export function groupTraceMark(key: Buffer, groupId: number): string {
  return mark(key, `trace group ${groupId}`);
}

function mark(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex').slice(0, MARK_LENGTH);
}
