import type { CalendarEvent, EventAnswer, Occurrence } from '@bocau/contract/calendar.ts';
import { ApiError } from '@bocau/contract/client.ts';
import type { Prng } from '../demo-world/prng.ts';
import { signedInClient } from '../test-kit/signed-in-client.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
/** All meetings are in here. */
const MONTHS = { from: '2027-01-01', to: '2027-12-31', zone: ZONE };
const ANSWERS: readonly EventAnswer[] = ['accepted', 'tentative', 'declined'];
/** Others changed the same meanwhile, or it is gone. */
const OVERTAKEN = ['event_changed', 'event_not_found', 'invitation_closed', 'already_exists'];

/** How an act ended: without an answer it may be done or not. */
export type Ended = 'done' | 'overtaken' | 'unclear';

/** Somebody who asks to meetings and answers others, in the web. */
export type MeetingPerson = {
  email: string;
  ask(name: string, said: string, guests: string[], random: Prng): Promise<Ended>;
  change(name: string, said: string, guests: string[], random: Prng): Promise<Ended>;
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
    ask: (name, said, guests, random) =>
      ending(async () => {
        own.add(name);
        const fields = { ...fieldsOf(name, said, random), guests: named(guests) };
        await client.createEvent({ body: { fields } });
        return 'done';
      }),
    change: (name, said, guests, random) =>
      onShown(name, ({ event_id }) => {
        const { title, start, end } = fieldsOf(name, said, random);
        const fields = { title, guests: named(guests), ...(random.chance(0.5) ? { start, end } : {}) };
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

function fieldsOf(name: string, said: string, random: Prng) {
  const month = String(random.int(1, 12)).padStart(2, '0');
  const day = `2027-${month}-${String(random.int(1, 28)).padStart(2, '0')}`;
  const hour = random.int(7, 20);
  const at = (clock: number) => ({ day, clock: `${String(clock).padStart(2, '0')}:00`, zone: ZONE });
  return { title: `${name} ${said}`, start: at(hour), end: at(hour + random.int(1, 3)) };
}

async function ending(act: () => Promise<Ended>): Promise<Ended> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (OVERTAKEN.includes(error.code)) return 'overtaken';
    if (error.code === 'no_answer' || error.status >= 500) return 'unclear';
    throw error;
  }
}
