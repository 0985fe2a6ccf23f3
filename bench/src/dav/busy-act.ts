import { type Act, MANY } from './dav-act.ts';
import type { Outbox, Side } from './dav-side.ts';
import type { Taken } from './timed-dav.ts';

const DAY_MS = 24 * 3600 * 1000;
const DAYS = 7;

/** When all of them are busy in the week that begins now (RFC 6638, section 5). */
export const askWhoIsBusy: Act = {
  ...{ scenario: 'caldav-busy', title: 'free/busy of 20 people', ...MANY, needsOutbox: true },
  run: ({ side }) => ask(side, 20),
};

/** As many as may be asked about at once; of ours alone, as it would take the peer too long to be filled. */
export const askWhoOfManyIsBusy: Act = {
  ...{ scenario: 'caldav-busy-week', title: 'free/busy of 50 people for a week', ...MANY },
  ...{ isOursAlone: true, servedWithin: 50 },
  run: ({ side }) => ask(side, 50),
};

async function ask({ dav, outbox }: Side, count: number): Promise<Taken> {
  if (!outbox) throw new Error('this side answers nobody who is busy');
  const people = outbox.people.slice(0, count);
  const answer = await dav.call('POST', outbox.path, { body: questionOf({ ...outbox, people }) });
  const answered = answer.text.match(/BEGIN:VFREEBUSY/g)?.length ?? 0;
  if (people.length !== count || answered !== count || !answer.text.includes('FREEBUSY;'))
    throw new Error(`The answer tells of ${answered} of ${count} people`);
  return answer;
}

function questionOf({ organiser, people }: Outbox): string {
  const now = Date.now();
  return [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//bench//EN', 'METHOD:REQUEST', 'BEGIN:VFREEBUSY'],
    ...['UID:busy@bench', `DTSTAMP:${utc(now)}`, `DTSTART:${utc(now)}`, `DTEND:${utc(now + DAYS * DAY_MS)}`],
    `ORGANIZER:mailto:${organiser}`,
    ...people.map((email) => `ATTENDEE:mailto:${email}`),
    ...['END:VFREEBUSY', 'END:VCALENDAR', ''],
  ].join('\r\n');
}

function utc(moment: number): string {
  return new Date(moment).toISOString().replaceAll(/[-:]|\.\d+/g, '');
}
