import { isValidAddress } from '@bocau/contract/address.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { ContentLine } from '../../platform/content-lines/content-lines.ts';
import { quoteParam } from '../../platform/content-lines/parse-head.ts';
import { firstLine, isResource, nameOf, paramOf, rawValue, roleOf } from './part-values.ts';
import type { Part } from './scan-object.ts';
import { writeLine } from './write-lines.ts';
import { writeWall } from './written-times.ts';

/** A person of a meeting, by the line that names them (ORGANIZER, ATTENDEE). */
export type Guest = {
  name: string;
  /** As it was written. */
  email: string;
  /** As it is compared. */
  address: string;
  /** PARTSTAT in capitals; NEEDS-ACTION without one. */
  answer: string;
  /** Their own program tells them (RFC 6638, SCHEDULE-AGENT=CLIENT or NONE). */
  isToldElsewhere: boolean;
  /** May stay away. */
  isOptional: boolean;
  /** A room or equipment, of whomever (CUTYPE). */
  isResource: boolean;
  isUntold: boolean;
  /** The address of the group as a member of which they answer (MEMBER), as it is compared; null for none. */
  memberOf: string | null;
  line: ContentLine;
};

/** What a guest has said (PARTSTAT of RFC 5545, 3.2.12), and what stands there before. */
export const ANSWERS = ['ACCEPTED', 'TENTATIVE', 'DECLINED'];
export const UNANSWERED = 'NEEDS-ACTION';

/** The DTSTAMP of the last answer of a guest, kept with them: an earlier one that comes later changes nothing. */
export const ANSWERED = 'X-BOCAU-ANSWERED';

/** As it stands with a guest who has answered at this moment, in Unix seconds. */
export const answeredOn = (stamp: number) => ({ [ANSWERED]: `${writeWall(stamp, false)}Z` });

/** Of a text that others know: who is named in it and was told nothing. */
export const UNTOLD = 'X-BOCAU-UNTOLD';

/** As a member of which group somebody is asked (RFC 5545, 3.2.11). */
export const MEMBER = 'MEMBER';

/** A room of the own domain: it has no mailbox, and nobody mails it. */
export const OWN_ROOM = 'X-BOCAU-ROOM';

export function guestsOf(part: Part): Guest[] {
  return part.lines.filter(({ name }) => name === 'ATTENDEE').flatMap((line) => personOf(line) ?? []);
}

export function organiserOf(part: Part): Guest | null {
  const line = firstLine(part, 'ORGANIZER');
  return line ? personOf(line) : null;
}

function personOf(line: ContentLine): Guest | null {
  const email = rawValue(line)
    .replace(/^mailto:/i, '')
    .trim();
  if (!isValidAddress(email)) return null;
  const agent = (paramOf(line, 'SCHEDULE-AGENT') ?? 'SERVER').toUpperCase();
  return {
    ...{ email, line, address: foldAddress(email) },
    name: nameOf(line),
    answer: (paramOf(line, 'PARTSTAT') ?? UNANSWERED).toUpperCase(),
    isToldElsewhere: agent === 'CLIENT' || agent === 'NONE' || isOwnRoom(line),
    isOptional: roleOf(line) === 'optional',
    isResource: isResource(line),
    isUntold: paramOf(line, UNTOLD) !== undefined,
    memberOf: memberOf(line),
  };
}

function memberOf(line: ContentLine): string | null {
  const group = (paramOf(line, MEMBER) ?? '').replace(/^mailto:/i, '').trim();
  return isValidAddress(group) ? foldAddress(group) : null;
}

export function isOwnRoom({ params }: Pick<ContentLine, 'params'>): boolean {
  return params.some(({ name }) => name === OWN_ROOM);
}

/** The line of a person with other parameters; null takes one out. */
export function writePerson(
  { name, params, value }: Pick<ContentLine, 'name' | 'params' | 'value'>,
  changes: Record<string, string | null>,
  lineBreak: string,
): Buffer {
  const kept = params.filter((param) => changes[param.name] === undefined);
  const added = Object.entries(changes).flatMap(([key, given]) =>
    given === null ? [] : [`${key}=${quoteParam(given.replaceAll(/["\p{Cc}]/gu, ''))}`],
  );
  const head = [name, ...kept.map(({ raw }) => Buffer.from(raw, 'latin1').toString()), ...added].join(';');
  return writeLine(head, value.toString(), lineBreak);
}

/** A line that names a person for the first time. */
export function newPerson(
  name: 'ATTENDEE' | 'ORGANIZER',
  { name: called, email }: MailAddress,
  params: Record<string, string>,
  lineBreak: string,
): Buffer {
  const line = { name, params: [], value: Buffer.from(`mailto:${email}`) };
  return writePerson(line, { ...(called === '' ? {} : { CN: called }), ...params }, lineBreak);
}
