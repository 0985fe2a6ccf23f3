import { createHmac, timingSafeEqual } from 'node:crypto';

const DAY_SECONDS = 24 * 3600;
/** As for forwarded mail: servers retry for five days, and the report has a way back. */
const RETURNS_COME_DAYS = 14;
const MARK_LENGTH = 20;
const LEAVE = '+leave@';
const RETURN = /^grp\+([0-9a-z]{1,10})-([0-9a-z]{1,6})-([0-9a-f]{20})$/;

/** Where members elsewhere write to leave a group. */
export function leaveAddress(group: string): string {
  return group.replace('@', LEAVE);
}

export function isLeaveAddress(address: string): boolean {
  return address.includes(LEAVE);
}

/** The forms in which an address may be one of a group: whole, and without its tag. */
export function groupAddresses(address: string): string[] {
  return [address, address.replace(/\+[^@]*@/, '@')];
}

/** The local part of the envelope sender of a group's mail, to which its reports of failures return. */
export function groupReturnPart(key: Buffer, groupId: number, now: number): string {
  const day = Math.floor(now / DAY_SECONDS);
  return `grp+${groupId.toString(36)}-${day.toString(36)}-${markOf(key, groupId, day)}`;
}

/** The group of such an address; null for every other one, and for an expired one. */
export function readGroupReturn(
  email: string,
  now: number,
): { groupId: number; isGenuine(key: Buffer): boolean } | null {
  const [, id, said, mark] = RETURN.exec(email.slice(0, email.lastIndexOf('@')).toLowerCase()) ?? [];
  if (id === undefined || said === undefined || mark === undefined) return null;
  const groupId = Number.parseInt(id, 36);
  const day = Number.parseInt(said, 36);
  const age = Math.floor(now / DAY_SECONDS) - day;
  if (age < 0 || age > RETURNS_COME_DAYS || !Number.isSafeInteger(groupId)) return null;
  const isGenuine = (key: Buffer) =>
    timingSafeEqual(Buffer.from(markOf(key, groupId, day)), Buffer.from(mark));
  return { groupId, isGenuine };
}

/** The group whose message has this envelope sender, which was made here; null for every other message. */
export function groupOfSender(sender: string): number | null {
  const [, id] = RETURN.exec(sender.slice(0, sender.lastIndexOf('@'))) ?? [];
  return id === undefined ? null : Number.parseInt(id, 36);
}

function markOf(key: Buffer, groupId: number, day: number): string {
  return createHmac('sha256', key).update(`group ${groupId} ${day}`).digest('hex').slice(0, MARK_LENGTH);
}
