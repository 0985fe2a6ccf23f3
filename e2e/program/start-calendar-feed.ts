import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A calendar elsewhere, with one event on the day of the journeys. */
export type CalendarFeed = {
  /** `127.0.0.1:port`, for CALENDAR_INTERNAL_HOSTS. */
  host: string;
  url: string;
  /** What it is called, and how it answers, from now on. */
  name: string;
  status: number;
  close(): Promise<void>;
};

export async function startCalendarFeed(): Promise<CalendarFeed> {
  const server = createServer((_request, response) => {
    response.writeHead(feed.status, { 'content-type': 'text/calendar' });
    response.end(feed.status === 200 ? textOf(feed.name) : '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const feed: CalendarFeed = {
    ...{ host, url: `http://${host}/rieng/lich.ics`, name: 'Bóng đá', status: 200 },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return feed;
}

function textOf(name: string): string {
  return [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//CLB//VI', `X-WR-CALNAME:${name}`],
    ...['BEGIN:VEVENT', 'UID:chung-ket@clb.example', 'DTSTAMP:20261101T000000Z', 'SUMMARY:Chung kết'],
    ...['DTSTART:20261120T030000Z', 'DTEND:20261120T040000Z', 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n');
}
