import { clockAt, ZONE } from '../interop/events-in-web.ts';
import { idFromText } from '../platform/ids.ts';
import { vevent } from '../test-kit/caldav-person.ts';
import type { SyncedKind } from './synced-sides.ts';

const DAY = '2027-03-01';
const TIMES = [`DTSTART;TZID=${ZONE}:20270301T090000`, `DTEND;TZID=${ZONE}:20270301T100000`];
const RULE = 'FREQ=WEEKLY;COUNT=3';

/** Each second one repeats, which is changed as a whole. */
const repeats = (name: string) => Number(name.slice(1)) % 2 === 0;

export const EVENTS: SyncedKind = {
  ...{ synced: 'calendars', ending: '.ics', named: 'SUMMARY', says: 'DESCRIPTION' },
  write: (name, said) =>
    vevent(name, name, ...TIMES, ...(repeats(name) ? [`RRULE:${RULE}`] : []), `DESCRIPTION:${said}`),
  async open(client, dav, email) {
    const { data: calendars } = await client.listCalendars({});
    const folderId = calendars.find(({ is_default }) => is_default)?.id ?? '';
    return {
      folderId,
      async readTexts() {
        const { byHref } = await dav.ask('REPORT', `/dav/calendars/${email}/${folderId}/`, {
          body: `<C:calendar-query xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><prop><C:calendar-data/></prop>
            <C:filter><C:comp-filter name="VCALENDAR"/></C:filter></C:calendar-query>`,
        });
        return [...byHref.values()].map(({ props }) => String(props[200]?.['calendar-data']));
      },
      async readIds() {
        const { data } = await client.listEvents({ query: { from: DAY, to: DAY, zone: ZONE } });
        return new Map(data.map(({ title, event_id }) => [title, event_id]));
      },
      create: (name, said) =>
        client.createEvent({
          body: {
            uid: idFromText(name),
            fields: {
              ...{ title: name, description: said, rule: repeats(name) ? RULE : null },
              ...{ start: clockAt(DAY, '09:00'), end: clockAt(DAY, '10:00'), reminders: [] },
            },
          },
        }),
      change: (id, said) => client.changeEvent({ params: { id }, body: { fields: { description: said } } }),
      trash: (id) => client.trashEvents({ body: { ids: [id] } }),
    };
  },
};
