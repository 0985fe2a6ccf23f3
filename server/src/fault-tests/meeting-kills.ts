import { join } from 'node:path';
import { insertRoom } from '../calendar/rooms/kept-rooms.store.ts';
import type { AppContext } from '../context.ts';
import { type Prng, prng } from '../demo-world/prng.ts';
import { type Clock, unixSeconds } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/database.ts';
import { freePort } from '../test-kit/free-port.ts';
import { type Kill, type KilledServer, startKilledServer } from './killed-server.ts';
import { openProgram } from './meeting-programs.ts';
import { type Ended, isAnswering, type MeetingPerson, openPerson, type Said } from './meeting-sides.ts';
import { judgeMail, judgePeople, judgeRooms } from './meeting-verdict.ts';
import { DOMAIN, openParts, preparePeople } from './prepare-people.ts';
import { readTaken, startRelay } from './relay.ts';
import { waitUntilSent } from './rule-kills.ts';
import { connect, superuser } from './sending-world.ts';

export type MeetingKills = {
  dataDir: string;
  meetings: number;
  kills: Kill[];
  seed: string;
  clock: Clock;
};

export type MeetingFigures = {
  meetings: number;
  /** That were not called off. */
  standing: number;
  acts: Record<Ended, number>;
  kills: number;
  /** Copies of guests that were compared with that of who asked. */
  copies: number;
  /** Messages that guests elsewhere have, and how many of them came again as an answer was lost with the program. */
  outside: number;
  again: number;
  /** Rooms that took a meeting in the end. */
  booked: number;
  /** Must be empty. */
  faults: string[];
};

const PASSWORD = 'BoCau@2026';
const PEOPLE = 6;
/** Of whom so many act in programs. */
const IN_PROGRAMS = 2;
const ROOMS = ['phong-a', 'phong-b'].map((local) => `${local}@${DOMAIN}`);
const ELSEWHERE = ['binh@doitac.example', 'hung@khach.example'];
/** At once, so that changes and answers cross each other. */
const AT_ONCE = 3;
const ACTS_A_MEETING = 6;
/** That still change. */
const OPEN = 20;
/** So that some changes are told before the next, and some together with it. */
const LONGEST_PAUSE_MS = 600;
const PATIENCE_MS = 180_000;
const POLL_MS = 500;

/**
 * Eight people, four of them in the web, two by CalDAV and two elsewhere, ask each other and rooms to meetings, change them,
 * call them off and answer, while program and database are killed. In the end all copies of a meeting must agree, each
 * change must have reached the guests elsewhere once, and no room may be taken twice at once.
 */
export async function meetingKills(run: MeetingKills): Promise<MeetingFigures> {
  const { dataDir, clock } = run;
  const prepared = await openParts(dataDir);
  const emails = [...(await preparePeople(prepared, PEOPLE, { password: PASSWORD })).keys()];
  await addRooms(prepared);
  await prepared.close();
  const relayFile = join(dataDir, 'relay.txt');
  const relay = await startRelay(relayFile);
  const env = {
    ROLES: 'http,mail,jobs',
    PORT: String(await freePort()),
    SMTP_RELAY: `smtp://127.0.0.1:${relay.port}?tls=never`,
    SENDING_PER_HOUR: '100000',
  };
  try {
    const killed = await startKilledServer({ dataDir, clock, env });
    const { baseUrl } = await killed.server();
    const people = await Promise.all(
      emails.map(async (email, at) => {
        const person = await openPerson(baseUrl, { email, password: PASSWORD });
        return at < IN_PROGRAMS ? openProgram(baseUrl, person, PASSWORD) : person;
      }),
    );
    const acted = await killed.untilDone(act(run, killed, people));
    await waitUntilTold(dataDir, clock);
    const { meetings, copies, faults } = await judgePeople(people);
    await killed.stop();
    const parts = await openParts(dataDir);
    try {
      const mail = await judgeMail(parts, meetings, await readTaken(relayFile));
      const rooms = await judgeRooms(parts, meetings);
      const standing = meetings.size;
      const all = [...faults, ...mail.faults, ...rooms.faults];
      return { ...acted, standing, copies, ...mail, booked: rooms.booked, faults: all };
    } finally {
      await parts.close();
    }
  } finally {
    await relay.kill();
  }
}

async function addRooms({ db, clock }: AppContext): Promise<void> {
  const { id } = await db
    .selectFrom('domains')
    .select('id')
    .where('name', '=', DOMAIN)
    .executeTakeFirstOrThrow();
  await inTransaction(db, async (tx) => {
    for (const address of ROOMS) {
      await insertRoom(tx, {
        ...{ domain_id: id, address, name: address, kind: 'room', place: '', seats: null, note: '' },
        ...{ bookers: 'domain', ahead_days: null, created_at: unixSeconds(clock) },
      });
    }
  });
}

async function act(
  { meetings, kills, seed, clock }: MeetingKills,
  killed: KilledServer,
  people: MeetingPerson[],
): Promise<Pick<MeetingFigures, 'meetings' | 'acts' | 'kills'>> {
  const random = prng(seed);
  const acts: Record<Ended, number> = { done: 0, overtaken: 0, unclear: 0 };
  const whole = meetings * ACTS_A_MEETING;
  const askedBy = new Map<string, MeetingPerson>();
  let said = 0;

  async function actOnce(): Promise<Ended> {
    const chanceOfNew = (meetings - askedBy.size) / (whole - said);
    said += 1;
    const name = [...askedBy.keys()].at(-random.int(1, Math.min(OPEN, Math.max(1, askedBy.size))));
    const isNew = name === undefined || random.chance(chanceOfNew);
    const ended = isNew ? await ask() : await goOn(name ?? '');
    acts[ended] += 1;
    return ended;
  }

  function saying(person: MeetingPerson): Said {
    const rooms = ROOMS.filter(() => random.chance(0.3));
    return { words: `v${said}`, guests: guestsOf(person, people, random), rooms };
  }

  function ask(): Promise<Ended> {
    const [name, person] = [`m${askedBy.size}`, random.pick(people)];
    askedBy.set(name, person);
    return person.ask(name, saying(person), random);
  }

  function goOn(name: string): Promise<Ended> {
    const organiser = askedBy.get(name) ?? random.pick(people);
    const dice = random.next();
    if (dice < 0.06) return organiser.callOff(name);
    if (dice < 0.45) return organiser.change(name, saying(organiser), random);
    return random.pick(people).answer(random);
  }

  const left = [...kills];
  const [first] = people as [MeetingPerson, ...MeetingPerson[]];
  for (let done = 0; done < whole; done += AT_ONCE) {
    const ended = await Promise.all(Array.from({ length: AT_ONCE }, actOnce));
    await clock.sleep(random.int(0, LONGEST_PAUSE_MS));
    await killed.server();
    // Acts are not spent on a database that is coming back.
    if (ended.includes('unclear')) while (!(await isAnswering(first))) await clock.sleep(POLL_MS);
    if (done < ((kills.length - left.length + 0.5) * whole) / kills.length) continue;
    const kill = left.shift();
    if (kill !== undefined) killed.strike(kill);
  }
  return { meetings: askedBy.size, acts, kills: kills.length - left.length };
}

function guestsOf(organiser: MeetingPerson, people: MeetingPerson[], random: Prng): string[] {
  const all = [...people.filter((one) => one !== organiser).map(({ email }) => email), ...ELSEWHERE];
  return all.filter(() => random.chance(0.5));
}

/**
 * Until nothing is owed, on its way or to be read; what failed is tried again at once. Neither program nor database may have
 * been in the way for so long that anything was given up.
 */
async function waitUntilTold(dataDir: string, clock: Clock): Promise<void> {
  for (const until = clock.now() + PATIENCE_MS; ; await clock.sleep(POLL_MS)) {
    await waitUntilSent(dataDir, clock);
    const client = await connect(() => superuser(dataDir), clock);
    try {
      const { rows: open } = await client.query<{ what: string }>(`
        select concat('owed by ', mailbox_id, ' since ', due_at) as what from calendar_owed
        union all select concat('to be sent by ', mailbox_id, ', ', state) from outbox
          where state in ('held', 'sending')
        union all select concat(task_identifier, ' ', attempts, ' ', locked_by, ' ', last_error)
          from graphile_worker.jobs
          where task_identifier = any(array[${TELLING}]) and attempts < max_attempts
        union all select concat(t.identifier, ' was given up: ', j.last_error)
          from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
          where j.attempts >= j.max_attempts and j.locked_at is null and (j.flags ? 'superseded') is not true`);
      if (open.length === 0) return;
      if (clock.now() > until) throw new Error(`not told: ${open.map(({ what }) => what).join('; ')}`);
      await client.query(`
        update graphile_worker._private_jobs j set run_at = now() from graphile_worker._private_tasks t
        where t.id = j.task_id and t.identifier = any(array[${TELLING}]) and attempts > 0
          and locked_at is null and run_at > now()`);
    } finally {
      await client.end();
    }
  }
}

const TELLING = "'calendar_owed', 'calendar_proposal', 'read_meeting_mail', 'put_answered'";
