import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { idFromText } from '../../platform/ids.ts';

const DAY_SECONDS = 24 * 3600;
/** As for forwarded mail: servers retry for five days, and the report has a way back. */
const RETURNS_COME_DAYS = 14;
/** Of what leaves, the whole is to fit into the 64 characters of a local part (RFC 5321 section 4.5.3.1.1). */
const GROUP_MARK = 20;
const MESSAGE_MARK = 8;
const MEMBER_MARK = 16;
const PROOF_MARK = 16;
const SENDER = /^grp\+([0-9a-z]{1,8})-([0-9a-z]{1,5})-[0-9a-f]{20}$/;
const RETURN = /^grp\+([0-9a-z]{1,8})-([0-9a-z]{1,5})-([0-9a-f]{8})-([0-9a-f]{16})([0-9a-f]{16})$/;

/** The forms in which an address may be one of a group: whole, and without its tag. */
export function groupAddresses(address: string): string[] {
  return [address, address.replace(/\+[^@]*@/, '@')];
}

/**
 * The local part of the envelope sender of a group's mail in the outbox. What leaves has one for each copy in its place
 * (`copyReturn`), which this one does not tell.
 */
export function groupReturnPart(key: Buffer, groupId: number, now: number): string {
  const day = Math.floor(now / DAY_SECONDS);
  const base = `${groupId.toString(36)}-${day.toString(36)}`;
  return `grp+${base}-${markOf(key, `group ${base}`, GROUP_MARK)}`;
}

/** A copy: of which message, to which member. */
type Copy = { outboxId: string; address: string };

/**
 * The envelope sender of one member's copy, to which reports about it return: the same at every try. It names the
 * message and the member, so that only who got this copy can say that it was lost.
 */
export function copyReturn(key: Buffer, sender: string, { outboxId, address }: Copy): string {
  const [, id, day] = SENDER.exec(sender.slice(0, sender.lastIndexOf('@'))) ?? [];
  const base = `${id}-${day}-${messageMark(outboxId)}`;
  const member = memberMark(key, base, address);
  const mark = `${member}${proofOf(key, base, member)}`;
  return `grp+${base}-${mark}${sender.slice(sender.lastIndexOf('@'))}`;
}

/** What counts once as a lost message, by whomever it is reported. */
export function lostMessage(outboxId: string): string {
  return `message ${messageMark(outboxId)}`;
}

/** In the outbox, the page of a group's copies whose addresses follow this one. */
export function groupPageId(messageId: string, after: string): string {
  return idFromText(`group ${messageId} ${after}`);
}

export type GroupReturn = {
  groupId: number;
  message: string;
  /** Whether the copy was this member's. */
  isOf(address: string): boolean;
};

/** The copy of such an address; null for every other one, for one that was not made here, and for an expired one. */
export function readCopyReturn(email: string, now: number): ((key: Buffer) => GroupReturn | null) | null {
  const local = email.slice(0, email.lastIndexOf('@')).toLowerCase();
  const [, id, said, message, member, proof] = RETURN.exec(local) ?? [];
  if (id === undefined || said === undefined || member === undefined || proof === undefined) return null;
  const groupId = Number.parseInt(id, 36);
  const age = Math.floor(now / DAY_SECONDS) - Number.parseInt(said, 36);
  if (age < 0 || age > RETURNS_COME_DAYS || !Number.isSafeInteger(groupId)) return null;
  const base = `${id}-${said}-${message}`;
  return (key) =>
    isSame(proofOf(key, base, member), proof)
      ? {
          groupId,
          message: `message ${message}`,
          isOf: (address) => isSame(memberMark(key, base, address), member),
        }
      : null;
}

/** The group whose message has this envelope sender, which was made here; null for every other message. */
export function groupOfSender(sender: string): number | null {
  const [, id] = SENDER.exec(sender.slice(0, sender.lastIndexOf('@'))) ?? [];
  return id === undefined ? null : Number.parseInt(id, 36);
}

function messageMark(outboxId: string): string {
  return createHash('sha256').update(outboxId).digest('hex').slice(0, MESSAGE_MARK);
}

function memberMark(key: Buffer, base: string, address: string): string {
  return markOf(key, `group copy ${base} ${address}`, MEMBER_MARK);
}

/** That the address was made here, for which the member need not be known. */
function proofOf(key: Buffer, base: string, member: string): string {
  return markOf(key, `group return ${base} ${member}`, PROOF_MARK);
}

function markOf(key: Buffer, text: string, length: number): string {
  return createHmac('sha256', key).update(text).digest('hex').slice(0, length);
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
