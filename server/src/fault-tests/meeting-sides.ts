import type { CalendarEvent, EventAnswer, Occurrence } from '@bocau/contract/calendar.ts';
import { ApiError } from '@bocau/contract/client.ts';
import type { Prng } from '../demo-world/prng.ts';
import { signedInClient } from '../test-kit/signed-in-client.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const HOUR = 3600;
const DAY = 24 * HOUR;
/** Seven in the morning. */
const FIRST_DAY = Date.UTC(2027, 0, 4) / 1000;
/** All meetings are in here. */
const MONTHS = { from: '2027-01-01', to: '2027-12-31', zone: ZONE };
const ANSWERS: readonly EventAnswer[] = ['accepted', 'tentative', 'declined'];
/** Others changed the same meanwhile, or it is gone. */
const OVERTAKEN = ['event_changed', 'event_not_found', 'invitation_closed', 'already_exists'];

/** How an act ended: without an answer it may be done or not. */
export type Ended = 'done' | 'overtaken' | 'unclear';

/** What a meeting says after its name, and whom it asks. */
export type Said = { words: string; guests: string[]; rooms: string[] };

/** Somebody who asks to meetings and answers others, in the web. */
export type MeetingPerson = {
  email: string;
  ask(name: string, said: Said, random: Prng): Promise<Ended>;
  change(name: string, said: Said, random: Prng): Promise<Ended>;
  callOff(name: string): Promise<Ended>;
  /** One of the meetings that others ask to. */
  answer(random: Prng): Promise<Ended>;
  /** What their calendar shows, by names of meetings. */
  look(): Promise<Map<string, Occurrence[]>>;
  open(occurrence: Occurrence): Promise<CalendarEvent>;
};

/** A meeting is known by the first word of its title; what it says last follows. */
export const nameOf = ({ title }: { title: string }) => title.split(' ')[0] ?? '';

export async function openPerson(
  baseUrl: string,
  { email, password }: { email: string; password: string },
): Promise<MeetingPerson> {
  const client = await signedInClient(baseUrl, { email, password });
  const own = new Set<string>();

  async function look(): Promise<Map<string, Occurrence[]>> {
    const { data } = await client.listEvents({ query: MONTHS });
    return Map.groupBy(data, nameOf);
  }

  /** Acts on the meeting of this name as the calendar shows it now. */
  async function onShown(name: string, act: (shown: Occurrence) => Promise<unknown>): Promise<Ended> {
    return ending(async () => {
      const shown = (await look()).get(name)?.[0];
      if (shown) await act(shown);
      return shown ? 'done' : 'overtaken';
    });
  }

  return {
    email,
    look,
    open: async ({ event_id }) => (await client.getEvent({ params: { id: event_id }, query: {} })).data,
    ask: (name, { words, guests, rooms }, random) =>
      ending(async () => {
        own.add(name);
        const asked = { guests: named(guests), rooms: named(rooms) };
        const fields = { ...fieldsOf(name, words, random), ...asked };
        await client.createEvent({ body: { fields } });
        return 'done';
      }),
    change: (name, { words, guests, rooms }, random) =>
      onShown(name, ({ event_id }) => {
        const { title, start, end } = fieldsOf(name, words, random);
        const asked = { guests: named(guests), rooms: named(rooms) };
        const fields = { title, ...asked, ...(random.chance(0.5) ? { start, end } : {}) };
        return client.changeEvent({ params: { id: event_id }, body: { fields } });
      }),
    callOff: (name) => onShown(name, ({ event_id }) => client.trashEvents({ body: { ids: [event_id] } })),
    answer: (random) =>
      ending(async () => {
        const asked = [...(await look())].filter(([name]) => !own.has(name)).flatMap(([, shown]) => shown);
        if (asked.length === 0) return 'overtaken';
        const { event_id } = random.pick(asked);
        await client.answerEvent({ params: { id: event_id }, body: { answer: random.pick(ANSWERS) } });
        return 'done';
      }),
  };
}

const named = (guests: string[]) => guests.map((email) => ({ name: '', email }));

/** Within few days, so that meetings want the same rooms; in Unix seconds. */
export function timesOf(random: Prng): { from: number; to: number } {
  const from = FIRST_DAY + random.int(0, 2) * DAY + random.int(0, 12) * HOUR;
  return { from, to: from + random.int(1, 3) * HOUR };
}

function fieldsOf(name: string, words: string, random: Prng) {
  const { from, to } = timesOf(random);
  return { title: `${name} ${words}`, start: wallAt(from), end: wallAt(to) };
}

function wallAt(moment: number) {
  const wall = new Date((moment + 7 * HOUR) * 1000).toISOString();
  return { day: wall.slice(0, 10), clock: wall.slice(11, 16), zone: ZONE };
}

async function ending(act: () => Promise<Ended>): Promise<Ended> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (OVERTAKEN.includes(error.code)) return 'overtaken';
    if (isDown(error)) return 'unclear';
    throw error;
  }
}

const isDown = ({ code, status }: ApiError) => code === 'no_answer' || status >= 500;

/** Whether the program answers again: what is asked of one that is being killed is done to nobody. */
export async function isAnswering({ look }: MeetingPerson): Promise<boolean> {
  try {
    await look();
    return true;
  } catch (error) {
    if (error instanceof ApiError && isDown(error)) return false;
    throw error;
  }
}
