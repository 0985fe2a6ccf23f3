import type { Act } from './dav-act.ts';
import type { Outbox } from './dav-side.ts';

const ROUNDS = 9;
const DAY_MS = 24 * 3600 * 1000;
const DAYS = 7;

/** When all of them are busy in the week that begins now (RFC 6638, section 5). */
export const askWhoIsBusy: Act = {
  scenario: 'caldav-busy',
  title: 'free/busy of 20 people',
  rounds: ROUNDS,
  needsOutbox: true,
  async run({ side: { dav, outbox } }) {
    if (!outbox) throw new Error('this side answers nobody who is busy');
    const { text, ms } = await dav.call('POST', outbox.path, { body: questionOf(outbox) });
    const answered = text.match(/BEGIN:VFREEBUSY/g)?.length ?? 0;
    if (answered !== outbox.people.length || !text.includes('FREEBUSY;'))
      throw new Error(`The answer tells of ${answered} of ${outbox.people.length} people`);
    return ms;
  },
};

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
