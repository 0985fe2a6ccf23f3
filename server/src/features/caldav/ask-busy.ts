import type { BusyPerson } from '@bocau/contract/calendar-busy.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { readTime } from '../../calendar/ical/event-time.ts';
import { firstLine, paramOf, rawValue, textOf } from '../../calendar/ical/part-values.ts';
import { type Part, scanObject } from '../../calendar/ical/scan-object.ts';
import { escapeText, HEAD_LINES, writeLine, writeMoment } from '../../calendar/ical/write-lines.ts';
import { writeWall } from '../../calendar/ical/written-times.ts';
import type { Span } from '../../calendar/occurrences/occurrences-of.ts';
import { DavRefusal } from '../../platform/dav/dav-refusal.ts';
import { href, XML_TYPE } from '../../platform/dav/multistatus.ts';
import { readBytes } from '../../platform/dav/read-body.ts';
import { document, element, text, type Xml } from '../../platform/dav/write-xml.ts';
import type { HomeCall } from '../../platform/dav-site/dav-home.ts';
import { caldav } from './calendar-names.ts';
import { methodNotAllowed } from './get-object.ts';
import type { Place } from './places.ts';

/** When people are busy within a span, in the order of their addresses; null of whom nothing is told. */
export type AskBusy = (person: number, emails: string[], span: Span) => Promise<BusyPerson[]>;

const CRLF = '\r\n';
const MOST_BYTES = 64 * 1024;
const MOST_DAYS = 100;
const DAY = 24 * 3600;
const UID_LENGTH = 500;

type Question = { uid: string; organiser: string; span: Span; people: { email: string; written: string }[] };

/**
 * POST to an outbox (RFC 6638, section 5): when people are busy. Whoever is of another domain, shows nothing or does not
 * exist is answered alike.
 */
export async function askBusy(
  { busyOf, now }: { busyOf: AskBusy; now: number },
  { caller, request, reply, takeTurn }: HomeCall,
  place: Place,
) {
  if (place.kind !== 'outbox') throw methodNotAllowed(place);
  const bytes = await readBytes(request, MOST_BYTES);
  if (bytes === null) throw refused('max-resource-size', 'The question is too long');
  const question = readQuestion(bytes);
  if (!caller.isNamed(question.organiser)) {
    throw refused('organizer-allowed', 'Who asks is the owner of this outbox');
  }
  const emails = question.people.map(({ email }) => email);
  const turn = await takeTurn();
  const found = await turn.pace(() => busyOf(caller.person, emails, question.span));
  const answers = question.people.map(({ written }, at) =>
    answerOf(question, { written, busy: found[at]?.busy ?? null }, now),
  );
  return reply.header('content-type', XML_TYPE).send(document(caldav('schedule-response'), answers));
}

function readQuestion(bytes: Buffer): Question {
  const { calendar } = scanObject(bytes);
  const parts = calendar.parts.filter(({ name }) => name !== 'VTIMEZONE');
  const [part, ...others] = parts;
  const method = textOf(calendar, 'METHOD', 20).toUpperCase();
  if (part?.name !== 'VFREEBUSY' || others.length > 0 || method !== 'REQUEST') {
    // Meetings are put into a calendar, and told from there.
    throw refused('valid-scheduling-message', 'An outbox is asked when people are busy, and nothing else');
  }
  const people = part.lines
    .filter(({ name }) => name === 'ATTENDEE')
    .map((line) => ({ written: rawValue(line), email: emailIn(rawValue(line)) }));
  if (people.length === 0 || people.length > LIMITS.busyPeople) {
    throw refused('valid-scheduling-message', `At most ${LIMITS.busyPeople} people are asked about at once`);
  }
  const organiser = firstLine(part, 'ORGANIZER');
  return {
    ...{ uid: textOf(part, 'UID', UID_LENGTH), span: spanOf(part), people },
    organiser: organiser ? emailIn(rawValue(organiser)) : '',
  };
}

function spanOf(part: Part): Span {
  const [from, to] = ['DTSTART', 'DTEND'].map((name) => {
    const line = firstLine(part, name);
    const time = line && paramOf(line, 'TZID') === undefined ? readTime(line, () => null) : null;
    return time?.kind === 'zoned' ? time.wall : null;
  });
  if (from == null || to == null || from >= to || to - from > MOST_DAYS * DAY) {
    throw refused(
      'valid-scheduling-message',
      `It is from one moment in UTC to one at most ${MOST_DAYS} days later`,
    );
  }
  return { from, to };
}

function emailIn(written: string): string {
  return written
    .replace(/^mailto:/i, '')
    .trim()
    .slice(0, LIMITS.recipientLength);
}

function answerOf(
  question: Question,
  { written, busy }: { written: string; busy: BusyPerson['busy'] },
  now: number,
): Xml {
  const status = busy === null ? '3.7;Invalid calendar user' : '2.0;Success';
  const content = [
    element(caldav('recipient'), [href(written)]),
    element(caldav('request-status'), text(status)),
    ...(busy === null ? [] : [element(caldav('calendar-data'), text(replyOf(question, written, busy, now)))]),
  ];
  return element(caldav('response'), content);
}

function replyOf(
  { uid, organiser, span }: Question,
  written: string,
  busy: NonNullable<BusyPerson['busy']>,
  now: number,
): string {
  const utc = (moment: number) => `${writeWall(moment, false)}Z`;
  return Buffer.concat([
    Buffer.from([...HEAD_LINES, 'METHOD:REPLY', 'BEGIN:VFREEBUSY', ''].join(CRLF)),
    writeLine('UID', escapeText(uid), CRLF),
    writeMoment('DTSTAMP', now, CRLF),
    writeMoment('DTSTART', span.from, CRLF),
    writeMoment('DTEND', span.to, CRLF),
    writeLine('ORGANIZER', `mailto:${organiser}`, CRLF),
    writeLine('ATTENDEE', written.replaceAll(/\p{Cc}/gu, ''), CRLF),
    ...busy.map(({ at, until, tentative }) =>
      writeLine(`FREEBUSY;FBTYPE=${tentative ? 'BUSY-TENTATIVE' : 'BUSY'}`, `${utc(at)}/${utc(until)}`, CRLF),
    ),
    Buffer.from(['END:VFREEBUSY', 'END:VCALENDAR', ''].join(CRLF)),
  ]).toString();
}

function refused(condition: string, message: string): DavRefusal {
  return new DavRefusal(403, message, { condition: caldav(condition) });
}
