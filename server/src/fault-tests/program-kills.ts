import { sql } from 'kysely';
import { type Prng, prng } from '../demo-world/prng.ts';
import { recount } from '../mail/mailbox/recount.ts';
import type { Clock } from '../platform/clock.ts';
import { kyselyOf } from '../platform/db/kysely-of.ts';
import { connectImap, type ImapClient } from '../test-kit/imap-client.ts';
import { type Kill, startKilledServer } from './killed-server.ts';
import { DOMAIN, openParts, preparePeople } from './prepare-people.ts';

export type ProgramKills = {
  dataDir: string;
  /** Acts of all mail programs together. */
  acts: number;
  /** Spread evenly over the acts. */
  kills: Kill[];
  seed: string;
  clock: Clock;
};

export type ProgramFigures = {
  acts: number;
  acknowledged: number;
  /** Their connection broke before the answer: they may be done or not. */
  unclear: number;
  /** What was answered OK and is not so, or what is there twice. */
  faults: string[];
};

/** What one program knows of a message that it has brought. */
type Brought = {
  /** Where it is, by the last answer. */
  place: { folder: string; uid: number } | 'expunged';
  /** What was asked last and not answered; null where all was. */
  unclear: 'append' | 'move' | 'expunge' | null;
};

const PROGRAMS = 4;
const PASSWORD = 'BoCau@2026';
const FOLDERS = ['INBOX', 'Archive'];
const PAUSE_MS = 20;

/** Mail programs bring, move and expunge messages while parts of the server are killed; looks whether each OK holds. */
export async function programKills(run: ProgramKills): Promise<ProgramFigures> {
  const { dataDir, clock, seed } = run;
  const prepared = await openParts(dataDir);
  const people = await preparePeople(prepared, PROGRAMS, { password: PASSWORD });
  await prepared.close();
  const killed = await startKilledServer({ dataDir, clock, env: { ROLES: 'http,mail,jobs,imap' } });
  const kills = [...run.kills];
  const figures: ProgramFigures = { acts: 0, acknowledged: 0, unclear: 0, faults: [] };

  function afterAct(outcome: 'acknowledged' | 'unclear'): void {
    figures.acts += 1;
    figures[outcome] += 1;
    const struck = run.kills.length - kills.length;
    if (figures.acts < ((struck + 1) * run.acts) / (run.kills.length + 1)) return;
    const kill = kills.shift();
    if (kill !== undefined) killed.strike(kill);
  }

  const programs = [...people.keys()].map((email, number) => {
    const ledger = new Map<string, Brought>();
    const random = prng(`${seed} ${number}`);
    const connect = async () => signIn((await killed.server()).imapPort, email);
    const work = runProgram({ connect, ledger, random, acts: run.acts / PROGRAMS, clock, afterAct });
    return { ledger, work, mailbox: people.get(email) as number };
  });
  await killed.untilDone(Promise.all(programs.map(({ work }) => work)));
  await killed.stop();

  const parts = await openParts(dataDir);
  try {
    for (const { ledger, mailbox } of programs) {
      const found = await readPlaces(parts, mailbox);
      figures.faults.push(...findFaults(ledger, found), ...(await recount(parts.db, mailbox)));
    }
  } finally {
    await parts.close();
  }
  return figures;
}

async function signIn(port: number, email: string): Promise<ImapClient> {
  const client = await connectImap({ port });
  try {
    demand((await client.command(`LOGIN "${email}" "${PASSWORD}"`)).result);
    return client;
  } catch (error) {
    client.destroy();
    throw error;
  }
}

type Program = {
  connect(): Promise<ImapClient>;
  ledger: Map<string, Brought>;
  random: Prng;
  acts: number;
  clock: Clock;
  afterAct(outcome: 'acknowledged' | 'unclear'): void;
};

async function runProgram({ connect, ledger, random, acts, clock, afterAct }: Program): Promise<void> {
  let client: ImapClient | null = null;
  for (let number = 0; number < acts; ) {
    try {
      client ??= await connect();
    } catch {
      await clock.sleep(PAUSE_MS);
      continue;
    }
    const act = chooseAct(ledger, random, number);
    number += 1;
    act.brought.unclear = act.kind;
    ledger.set(act.id, act.brought);
    try {
      await perform(client, act);
      act.brought.unclear = null;
      afterAct('acknowledged');
    } catch {
      client.destroy();
      client = null;
      afterAct('unclear');
    }
  }
  client?.destroy();
}

type Act = { kind: 'append' | 'move' | 'expunge'; id: string; brought: Brought };

/** Messages whose last act is unclear are left as they are, so that the verdict knows what they may have become. */
function chooseAct(ledger: Map<string, Brought>, random: Prng, number: number): Act {
  const known = [...ledger].filter(
    ([, { place, unclear }]) => place !== 'expunged' && place.uid > 0 && unclear === null,
  );
  if (known.length === 0 || random.chance(0.5)) {
    const place = { folder: random.pick(FOLDERS), uid: 0 };
    return {
      kind: 'append',
      id: `n${number}.${random.int(0, 1_000_000)}`,
      brought: { place, unclear: null },
    };
  }
  const [id, brought] = random.pick(known);
  return { kind: random.chance(0.7) ? 'move' : 'expunge', id, brought };
}

async function perform(client: ImapClient, { kind, id, brought }: Act): Promise<void> {
  const { place } = brought;
  if (place === 'expunged') throw new Error('it is gone');
  if (kind === 'append') {
    const { result } = await client.commandWith(`APPEND ${place.folder} (\\Seen)`, source(id));
    brought.place = { ...place, uid: Number(/^OK \[APPENDUID \d+ (\d+)\]/.exec(demand(result))?.[1]) };
    return;
  }
  demand((await client.command(`SELECT ${place.folder}`)).result);
  if (kind === 'move') {
    const folder = FOLDERS[1 - FOLDERS.indexOf(place.folder)] as string;
    const { result, untagged } = await client.command(`UID MOVE ${place.uid} ${folder}`);
    demand(result);
    const copied = [...untagged, result]
      .map((line) => /\[COPYUID \d+ \d+ (\d+)\]/.exec(line)?.[1])
      .find(Boolean);
    brought.place = { folder, uid: Number(copied) };
    return;
  }
  demand((await client.command(`UID STORE ${place.uid} +FLAGS.SILENT (\\Deleted)`)).result);
  demand((await client.command(`UID EXPUNGE ${place.uid}`)).result);
  brought.place = 'expunged';
}

/** A refusal is as unclear as no answer: the server may have lost its own database before it knew. */
function demand(result: string): string {
  if (!result.startsWith('OK')) throw new Error(`answered ${result}`);
  return result;
}

function source(id: string): string {
  return [
    `From: <${id}@minhphat.example>`,
    `To: <p0@${DOMAIN}>`,
    `Subject: ${id}`,
    `Message-ID: <${id}@minhphat.example>`,
    '',
    'Chào anh chị.',
    '',
  ].join('\r\n');
}

type Found = { id: string; folder: string; uid: number };

async function readPlaces({ db }: Awaited<ReturnType<typeof openParts>>, mailbox: number): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select m.subject as id, case f.role when 'INBOX' then 'INBOX' else f.path end as folder, s.uid::integer as uid
    from messages m
    join folders f on f.mailbox_id = m.mailbox_id and f.id = m.folder_id
    left join message_state s on s.mailbox_id = m.mailbox_id and s.message_id = m.id
    where m.mailbox_id = ${mailbox} order by m.subject`.execute(kyselyOf(db));
  return rows;
}

/** What was acknowledged is so; what is unclear is done or not, and in either case once. */
function findFaults(ledger: Map<string, Brought>, found: Found[]): string[] {
  const faults: string[] = [];
  const places = Map.groupBy(found, ({ id }) => id);
  for (const id of places.keys()) if (!ledger.has(id)) faults.push(`${id} was never brought`);
  for (const [id, { place, unclear }] of ledger) {
    const there = places.get(id) ?? [];
    const [one] = there;
    if (there.length > 1) faults.push(`${id} is there ${there.length} times`);
    else if (one === undefined) {
      if (place !== 'expunged' && unclear !== 'append' && unclear !== 'expunge')
        faults.push(`${id} is missing`);
    } else if (place === 'expunged') faults.push(`${id} was expunged and is there`);
    else if (unclear === null && (one.folder !== place.folder || one.uid !== place.uid))
      faults.push(`${id} is in ${one.folder} as ${one.uid}, not in ${place.folder} as ${place.uid}`);
  }
  return faults;
}
