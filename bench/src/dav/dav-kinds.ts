/** What programs keep in collections by one protocol, and how they ask for it. */
export type DavKind = {
  scenario: 'carddav' | 'caldav';
  /** One and several of them, in words. */
  one: string;
  all: string;
  /** The namespace of the protocol. */
  space: string;
  reports: 'addressbook' | 'calendar';
  data: 'address-data' | 'calendar-data';
  /** How a text of it ends. */
  end: string;
  ending: string;
  /** A resource as a program puts it; another one in each round. */
  textOf(name: string, round: number): string;
  queries: DavQuery[];
};

type DavQuery = {
  scenario: string;
  title: string;
  /** Whether the texts are asked for, and not the tags alone. */
  texts: boolean;
  filterOf(given: { size: number; round: number }): string;
  isRight(found: number): boolean;
  servedWithin?: number;
};

const lines = (...all: string[]) => [...all, ''].join('\r\n');

export const CARDDAV: DavKind = {
  ...{ scenario: 'carddav', one: 'card', all: 'cards', space: 'urn:ietf:params:xml:ns:carddav' },
  ...{ reports: 'addressbook', data: 'address-data', end: 'END:VCARD', ending: 'vcf' },
  textOf: (name, round) =>
    lines(
      ...['BEGIN:VCARD', 'VERSION:3.0', `UID:${name}`, `FN:Lan Anh ${round}`, `N:Nguyễn;Lan Anh ${round};;;`],
      ...[`EMAIL;TYPE=work:${name}.${round}@minhphat.example`, 'TEL;TYPE=cell:0912345678', 'END:VCARD'],
    ),
  queries: [
    {
      ...{ scenario: 'carddav-query', title: 'query by address', texts: true },
      filterOf({ size, round }) {
        const address = `khach${size - 1 - round}@khach.example`;
        return `<C:prop-filter name="EMAIL"><C:text-match match-type="equals">${address}</C:text-match></C:prop-filter>`;
      },
      isRight: (found) => found === 1,
    },
  ],
};

const DAY = 24 * 3600 * 1000;
const momentOf = (at: number) => `${new Date(at).toISOString().slice(0, 10).replaceAll('-', '')}T000000Z`;

const ofAMonth: Pick<DavQuery, 'filterOf' | 'isRight'> = {
  filterOf({ round }) {
    const from = Date.now() + ((round % 10) - 3) * 30 * DAY;
    const range = `<C:time-range start="${momentOf(from)}" end="${momentOf(from + 31 * DAY)}"/>`;
    return `<C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">${range}</C:comp-filter></C:comp-filter>`;
  },
  isRight: (found) => found > 0,
};

export const CALDAV: DavKind = {
  ...{ scenario: 'caldav', one: 'event', all: 'events', space: 'urn:ietf:params:xml:ns:caldav' },
  ...{ reports: 'calendar', data: 'calendar-data', end: 'END:VCALENDAR', ending: 'ics' },
  textOf: (name, round) =>
    lines(
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//bench//EN', 'BEGIN:VEVENT', `UID:${name}`],
      ...['DTSTAMP:20260101T000000Z', `SUMMARY:Họp nhóm ${round}`, 'LOCATION:Phòng A'],
      ...['DTSTART:20300105T020000Z', 'DTEND:20300105T030000Z', 'END:VEVENT', 'END:VCALENDAR'],
    ),
  queries: [
    {
      scenario: 'caldav-month',
      title: 'events of a month (time-range)',
      texts: true,
      ...ofAMonth,
      servedWithin: 5,
    },
    // Phones ask for the tags alone, and then for the texts that they lack.
    { scenario: 'caldav-month-tags', title: 'tags of a month (time-range)', texts: false, ...ofAMonth },
  ],
};
