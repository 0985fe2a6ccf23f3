import type { Row } from '../measure/row.ts';
import { median, spread } from '../measure/statistics.ts';
import { PASSWORD } from '../world/bench-mailbox.ts';
import { benchNeighbours, NEIGHBOURS } from './bench-neighbours.ts';
import {
  openProgramsWorld,
  type ProgramsOptions,
  type ProgramsWorld,
  type Server,
} from './programs-world.ts';
import { openTimedImap, type TimedAnswer, type TimedImap } from './timed-imap.ts';

type Given = { client: TimedImap; other: TimedImap; server: Server; messages: number; round: number };

type Act = {
  scenario: string;
  title: string;
  /** Returns the duration in milliseconds. */
  run(given: Given): Promise<number>;
};

const ROUNDS = 9;
const ENVELOPES = 50;
const CHANGED = 10;
const FIELDS = 'DATE FROM TO CC SUBJECT MESSAGE-ID IN-REPLY-TO REFERENCES CONTENT-TYPE';
const WORD = 'hợp đồng';

const timeOf = async (answer: Promise<TimedAnswer>) => (await answer).ms;

const ACTS: Act[] = [
  {
    scenario: 'imap-sign-in',
    title: 'sign in by app password',
    run: ({ server }) => signIn(server),
  },
  {
    scenario: 'imap-select',
    title: 'SELECT',
    run: ({ client }) => timeOf(client.command('SELECT INBOX (CONDSTORE)')),
  },
  {
    ...{ scenario: 'imap-status', title: 'STATUS of another folder' },
    run: ({ other }) => timeOf(other.command('STATUS INBOX (MESSAGES UNSEEN UIDNEXT HIGHESTMODSEQ)')),
  },
  {
    ...{ scenario: 'imap-envelopes', title: `FETCH ${ENVELOPES} envelopes` },
    run({ client, messages, round }) {
      const last = messages - round * ENVELOPES;
      const items = '(UID FLAGS INTERNALDATE RFC822.SIZE ENVELOPE)';
      return timeOf(client.command(`FETCH ${last - ENVELOPES + 1}:${last} ${items}`));
    },
  },
  {
    ...{ scenario: 'imap-structures', title: `FETCH ${ENVELOPES} envelopes and structures` },
    run({ client, messages, round }) {
      const last = messages - round * ENVELOPES;
      return timeOf(
        client.command(`FETCH ${last - ENVELOPES + 1}:${last} (UID FLAGS ENVELOPE BODYSTRUCTURE)`),
      );
    },
  },
  {
    scenario: 'imap-flags',
    title: 'flags of all',
    run: ({ client }) => timeOf(client.command('FETCH 1:* (UID FLAGS)')),
  },
  {
    ...{ scenario: 'imap-headers', title: 'header sync of all' },
    run: ({ client }) =>
      timeOf(
        client.command(
          `UID FETCH 1:* (UID FLAGS INTERNALDATE RFC822.SIZE BODY.PEEK[HEADER.FIELDS (${FIELDS})])`,
        ),
      ),
  },
  { scenario: 'imap-resync', title: `resync after ${CHANGED} changes`, run: resync },
  {
    ...{ scenario: 'imap-store', title: 'STORE of a flag' },
    run: ({ client, messages, round }) =>
      timeOf(client.command(`STORE ${messages - round} ${round % 2 === 0 ? '+' : '-'}FLAGS (\\Flagged)`)),
  },
  { scenario: 'imap-append', title: 'APPEND', run: ({ client, round }) => append(client, round) },
  {
    ...{ scenario: 'imap-search-subject', title: 'SEARCH SUBJECT' },
    run: ({ client }) => timeOf(search(client, 'SUBJECT')),
  },
  { scenario: 'imap-search-body', title: 'SEARCH BODY', run: ({ client }) => timeOf(search(client, 'BODY')) },
  {
    ...{ scenario: 'imap-idle', title: 'IDLE tells a flag of another session' },
    run: idleDelay,
  },
];

const IDLE_MEMORY = 'imap-idle-memory';

export const PROGRAM_SCENARIOS = [...ACTS.map(({ scenario }) => scenario), IDLE_MEMORY, NEIGHBOURS];

/**
 * Measures both servers in turn, operation by operation, so that disturbances of the machine affect both. The
 * ratio is the median of the ratios per round.
 */
export async function benchPrograms(
  options: ProgramsOptions & { only: string[] },
): Promise<{ rows: Row[]; ratios: string[] }> {
  const { messages, only, say } = options;
  const isAsked = (scenario: string) => only.length === 0 || only.includes(scenario);
  const world = await openProgramsWorld(options);
  try {
    const rows: Row[] = [];
    // Before other operations have produced garbage.
    if (isAsked(IDLE_MEMORY)) rows.push(await idleMemory(world));
    const sides = await Promise.all(
      [world.ours, world.peer].map(async (server) => ({
        server,
        client: await openIn(server),
        other: await openIn(server),
      })),
    );
    const ratios: string[] = [];
    for (const act of ACTS.filter(({ scenario }) => isAsked(scenario))) {
      say(`Measuring ${act.title}`);
      const times = sides.map(() => [] as number[]);
      for (let round = -1; round < ROUNDS; round += 1) {
        for (const place of round % 2 === 0 ? [0, 1] : [1, 0]) {
          const ms = await act.run({ ...(sides[place] as (typeof sides)[0]), messages, round: round + 1 });
          if (round >= 0) times[place]?.push(ms);
        }
      }
      const [ours = [], theirs = []] = times;
      for (const [place, { server }] of sides.entries()) {
        const client = spread(times[place] ?? []);
        rows.push({ ...act, title: `${act.title}: ${server.name}`, size: messages, samples: ROUNDS, client });
      }
      const ratio = median(ours.map((ms, round) => ms / (theirs[round] as number)));
      ratios.push(`${act.scenario}: ${ratio.toFixed(2)} times Dovecot`);
    }
    for (const { client, other } of sides) for (const each of [client, other]) each.close();
    if (!isAsked(NEIGHBOURS)) return { rows, ratios };
    say('Measuring a list beside programs that ask for everything');
    const beside = await benchNeighbours(world, messages);
    return { rows: [...rows, ...beside.rows], ratios: [...ratios, ...beside.ratios] };
  } finally {
    await world.close();
  }
}

async function openIn(server: Server): Promise<TimedImap> {
  const client = await openTimedImap(server.port);
  await client.command(`LOGIN "${server.user}" "${server.password}"`);
  await client.command('ENABLE CONDSTORE QRESYNC');
  await client.command('SELECT INBOX (CONDSTORE)');
  return client;
}

async function signIn(server: Server): Promise<number> {
  const since = performance.now();
  const client = await openTimedImap(server.port);
  await client.command(`LOGIN "${server.user}" "${server.password}"`);
  const ms = performance.now() - since;
  client.close();
  return ms;
}

async function resync({ client, other, messages, round }: Given): Promise<number> {
  const { end } = await client.command('STATUS INBOX (HIGHESTMODSEQ)');
  const modseq = /HIGHESTMODSEQ (\d+)/.exec(end)?.[1];
  const how = round % 2 === 0 ? '+FLAGS' : '-FLAGS';
  for (let changed = 0; changed < CHANGED; changed += 1)
    await other.command(`STORE ${Math.floor((messages / CHANGED) * changed) + 1} ${how} (\\Answered)`);
  return timeOf(client.command(`UID FETCH 1:* (FLAGS) (CHANGEDSINCE ${modseq} VANISHED)`));
}

function append(client: TimedImap, round: number): Promise<number> {
  const lines = [
    'From: a@b.example',
    `Subject: ${round}`,
    `Message-ID: <${process.pid}.${round}@b.example>`,
    '',
    'x',
  ];
  return timeOf(client.commandWith('APPEND INBOX (\\Seen)', Buffer.from(lines.join('\r\n'))));
}

function search(client: TimedImap, key: string): Promise<TimedAnswer> {
  return client.commandWith(`UID SEARCH CHARSET UTF-8 ${key}`, Buffer.from(WORD));
}

/** From the response to the session that sets the flag until the idling session is notified. */
async function idleDelay({ client, other, messages, round }: Given): Promise<number> {
  await client.command('NOOP');
  client.write('i IDLE\r\n');
  await client.heard();
  const told = client.heard();
  await other.command(`STORE ${messages - 100} ${round % 2 === 0 ? '+' : '-'}FLAGS (\\Flagged)`);
  const since = performance.now();
  await told;
  const ms = performance.now() - since;
  const ended = client.heard();
  client.write('DONE\r\n');
  await ended;
  return ms;
}

/** The first connections also pay for code and buffers that all connections share. */
const FIRST_IDLE = 200;

/** Memory per connection that has a folder selected and is in IDLE, each of a different user. */
async function idleMemory({ ours, program, idle }: ProgramsWorld): Promise<Row> {
  const clients: TimedImap[] = [];
  async function open(users: string[]): Promise<void> {
    for (const user of users) {
      const client = await openIn({ ...ours, user, password: PASSWORD });
      client.write('i IDLE\r\n');
      await client.heard();
      clients.push(client);
    }
  }
  await open(idle.slice(0, FIRST_IDLE));
  const before = program.residentMb();
  await open(idle.slice(FIRST_IDLE));
  const samples = idle.length - FIRST_IDLE;
  const kilobytes = ((program.residentMb() - before) * 1024) / samples;
  for (const client of clients) client.close();
  const title = 'a further connection that waits';
  return { scenario: IDLE_MEMORY, title, size: null, samples, kilobytes };
}
