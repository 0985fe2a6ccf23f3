import type { Prng } from '../demo-world/prng.ts';
import { vevent } from '../test-kit/caldav-person.ts';
import { type DavAnswer, type DavClient, davClient } from '../test-kit/dav-client.ts';
import { signedInClient } from '../test-kit/signed-in-client.ts';
import { type Ended, type MeetingPerson, type Said, timesOf } from './meeting-sides.ts';

const ANSWERS = ['ACCEPTED', 'TENTATIVE', 'DECLINED'];
/** Changed by others meanwhile, or gone. */
const OVERTAKEN = [404, 409, 412];
/** What they put themselves is named after its meeting. */
const OWN = /\/m\d+\.ics$/;

const unfold = (text: string) => text.replaceAll(/\r\n[ \t]/g, '');
const utc = (seconds: number) => new Date(seconds * 1000).toISOString().replace(/[-:]|\.\d+/g, '');

/** Somebody who does the same in a program that speaks CalDAV, each time by the Schedule-Tag of what it has just read. */
export async function openProgram(
  baseUrl: string,
  person: MeetingPerson,
  password: string,
): Promise<MeetingPerson> {
  const { email } = person;
  const client = await signedInClient(baseUrl, { email, password });
  const made = await client.createAppPassword({ body: { name: 'Máy', scopes: ['dav'] } });
  const dav = davClient(baseUrl, { name: email, password: made.data.password });
  const home = `/dav/calendars/${email}/`;
  const { byHref } = await dav.ask('PROPFIND', home, { depth: '1' });
  const calendar = [...byHref.keys()].find((path) => path !== home) ?? '';
  const pathOf = (name: string) => `${calendar}${name}.ics`;

  /** Acts on what is at a path now. */
  function onText(
    path: string,
    act: (text: string, tag: string) => Promise<DavAnswer> | null,
  ): Promise<Ended> {
    return ending(async () => {
      const read = await dav.call('GET', path);
      if (read.status !== 200) return read;
      return act(unfold(read.text), read.headers['schedule-tag'] ?? '');
    });
  }

  const put = (path: string, body: string, headers: Record<string, string>) =>
    dav.call('PUT', path, { body, headers: { 'content-type': 'text/calendar', ...headers } });

  return {
    ...person,
    ask: (name, said, random) =>
      ending(() => {
        const lines = [...timeLines(random), ...peopleOf(email, said, [])];
        return put(pathOf(name), vevent(name, `${name} ${said.words}`, ...lines), { 'if-none-match': '*' });
      }),
    change: (name, said, random) =>
      onText(pathOf(name), (text, tag) =>
        put(pathOf(name), changed(text, email, `${name} ${said.words}`, said, random), {
          'if-schedule-tag-match': tag,
        }),
      ),
    callOff: (name) =>
      onText(pathOf(name), (_text, tag) =>
        dav.call('DELETE', pathOf(name), { headers: { 'if-schedule-tag-match': tag } }),
      ),
    answer: (random) =>
      ending(async () => {
        const path = await anotherOf(dav, calendar, random);
        if (path === null) return null;
        const read = await dav.call('GET', path);
        if (read.status !== 200) return read;
        const body = answered(unfold(read.text), email, random.pick(ANSWERS));
        const tag = read.headers['schedule-tag'] ?? '';
        return body === null ? null : put(path, body, { 'if-schedule-tag-match': tag });
      }),
  };
}

/** An invitation by somebody else. */
async function anotherOf(dav: DavClient, calendar: string, random: Prng): Promise<string | null> {
  const { byHref } = await dav.ask('PROPFIND', calendar, { depth: '1' });
  const others = [...byHref.keys()].filter((path) => path !== calendar && !OWN.test(path));
  return others.length === 0 ? null : random.pick(others);
}

function timeLines(random: Prng): string[] {
  const { from, to } = timesOf(random);
  return [`DTSTART:${utc(from)}`, `DTEND:${utc(to)}`];
}

/** The lines of organiser and guests; those who were asked before keep theirs. */
function peopleOf(email: string, { guests, rooms }: Said, known: string[]): string[] {
  const lineOf = (address: string, params: string) =>
    known.find((line) => line.endsWith(`:mailto:${address}`)) ??
    `ATTENDEE;${params}PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${address}`;
  const asked = [
    ...guests.map((guest) => lineOf(guest, '')),
    ...rooms.map((room) => lineOf(room, 'CUTYPE=ROOM;')),
  ];
  return asked.length === 0 ? [] : [`ORGANIZER:mailto:${email}`, ...asked];
}

function changed(text: string, email: string, title: string, said: Said, random: Prng): string {
  const lines = text.split('\r\n');
  const known = lines.filter((line) => line.startsWith('ATTENDEE'));
  const times = random.chance(0.5) ? timeLines(random) : lines.filter((line) => /^DT(START|END)/.test(line));
  const others = lines.filter((line) => !/^(ATTENDEE|ORGANIZER|SUMMARY|DTSTART|DTEND)/.test(line));
  const at = others.indexOf('END:VEVENT');
  const more = [`SUMMARY:${title}`, ...times, ...peopleOf(email, said, known)];
  return others.toSpliced(at, 0, ...more).join('\r\n');
}

/** Null where they are not asked any more. */
function answered(text: string, email: string, answer: string): string | null {
  const line = text
    .split('\r\n')
    .find((one) => one.startsWith('ATTENDEE') && one.endsWith(`:mailto:${email}`));
  return line ? text.replace(line, `ATTENDEE;PARTSTAT=${answer}:mailto:${email}`) : null;
}

/** `act` answers null where there is nothing to do. */
async function ending(act: () => Promise<DavAnswer | null> | null): Promise<Ended> {
  try {
    const answer = await act();
    if (answer === null || OVERTAKEN.includes(answer.status)) return 'overtaken';
    if (answer.status < 300) return 'done';
    if (answer.status >= 500) return 'unclear';
    throw new Error(`a program was answered ${answer.status}: ${answer.text}`);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return 'unclear';
    if (error instanceof Error && /was answered 5\d\d/.test(error.message)) return 'unclear';
    throw error;
  }
}
