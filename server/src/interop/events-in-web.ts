import type { NewPerson } from '../test-kit/new-person.ts';

export const ZONE = 'Asia/Ho_Chi_Minh';

/** A time as the web names it. */
export const clockAt = (day: string, clock: string) => ({ day, clock, zone: ZONE });

const shown = (timeZone: string) =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });

/** What the calendars of a person show from one day to another: when, and what. */
export async function eventsInWeb(client: NewPerson['client'], from: string, to: string): Promise<string[]> {
  const { data } = await client.listEvents({ query: { from, to, zone: ZONE } });
  return data.map(({ at, kind, title }) => {
    const when = shown(kind === 'zoned' ? ZONE : 'UTC').format(at * 1000);
    return `${kind === 'day' ? when.slice(0, 10) : when} ${title}`;
  });
}
