import { ApiError } from '@bocau/contract/client.ts';
import { sql } from 'kysely';
import { lanAnh } from '../demo-world/people.ts';
import { type Prng, prng } from '../demo-world/prng.ts';
import { systemClock } from '../platform/clock.ts';
import { WritesPausedError } from '../platform/db/database-errors.ts';
import { kyselyOf } from '../platform/db/kysely-of.ts';
import { connectImap, type ImapClient } from '../test-kit/imap-client.ts';
import { rawMessage } from '../test-kit/imap-person.ts';
import { type NewPerson, newPerson } from '../test-kit/new-person.ts';
import { createActor } from '../test-kit/random-acts.ts';
import { type SecondServer, startSecondServer } from '../test-kit/second-server.ts';
import type { TestServer } from '../test-kit/start-server.ts';
import { createFolderCache, type FolderCache } from './folder-cache.ts';
import { createPicture, type FolderPicture, inOrder } from './folder-picture.ts';

export type ProgramStates = {
  server: TestServer;
  /** Of mail programs, on mailboxes that several of them share, by two processes. */
  sessions: number;
  actsARound: number;
  seed: string;
  /** Whether another round follows so many. */
  goesOn(rounds: number): boolean;
};

export type StateFigures = { rounds: number; acts: number; compared: number; changes: number };

type Program = { client: ImapClient; folder: string; picture: FolderPicture; random: Prng };
type Mailbox = {
  person: NewPerson;
  programs: Program[];
  caches: FolderCache[];
  acts: (() => Promise<unknown>)[];
};

const SESSIONS_A_MAILBOX = 10;
const FOLDERS = ['INBOX', 'Archive', 'Trash'];
const FLAGS = ['\\Seen', '\\Flagged', '\\Answered', '\\Deleted', '$Forwarded', 'Viec'];
/** What programs read beside flags: what is told meanwhile must not be lost with it. */
const ITEMS = ['UID', 'RFC822.SIZE', 'BODY.PEEK[HEADER.FIELDS (Subject)]', 'BODY.PEEK[]', 'BODY[]', 'MODSEQ'];
const READ_AT_ONCE = 5;
const WEB_ACTORS = ['a', 'b'];
const IDLE_MS = 20;

/**
 * Mail programs act at random beside the web and deliveries. At the end of each round the picture that each has from
 * what it was told is compared with the mailbox, and so is a cache that is brought up to date by changes alone.
 */
export async function programStates(run: ProgramStates): Promise<StateFigures> {
  const { server, seed } = run;
  await using opened = new AsyncDisposableStack();
  const second = await startSecondServer(server);
  opened.defer(() => second.close());
  const mailboxes: Mailbox[] = [];
  for (let left = run.sessions; left > 0; left -= SESSIONS_A_MAILBOX)
    mailboxes.push(await openMailbox(server, second, Math.min(left, SESSIONS_A_MAILBOX), seed));
  opened.defer(() => {
    for (const { programs } of mailboxes) for (const { client } of programs) client.destroy();
  });

  const figures: StateFigures = { rounds: 0, acts: 0, compared: 0, changes: 0 };
  for (; run.goesOn(figures.rounds); figures.rounds += 1) {
    await Promise.all(
      mailboxes.flatMap(({ acts }) =>
        acts.map(async (act) => {
          for (let count = 0; count < run.actsARound; count += 1) {
            await act();
            figures.acts += 1;
          }
        }),
      ),
    );
    for (const mailbox of mailboxes) await compare(server, mailbox, figures);
  }
  return figures;
}

async function openMailbox(
  server: TestServer,
  second: SecondServer,
  sessions: number,
  seed: string,
): Promise<Mailbox> {
  const person = await newPerson(server);
  const ports = [server.running.imapPort, second.running.imapPort] as number[];
  const programs: Program[] = [];
  for (let number = 0; number < sessions; number += 1) {
    const client = await signIn(ports[number % ports.length] as number, person);
    const random = prng(`${seed} ${person.mailbox} ${number}`);
    programs.push(await open(client, FOLDERS[number % FOLDERS.length] as string, random));
  }
  const port = ports[0] as number;
  const caches = FOLDERS.map((folder) => createFolderCache(() => signIn(port, person), folder));
  const actors = WEB_ACTORS.map((name) =>
    createActor({ server, ...person, random: prng(`${seed} ${person.mailbox} ${name}`), name }),
  );
  const acts = [
    ...programs.map((program) => () => act(program)),
    ...actors.map((actor) => () => unlessBusy(() => actor.act())),
  ];
  return { person, programs, caches, acts };
}

/**
 * A server that is too busy to write says so, and a delivery within this process fails with the cause of it; what is there
 * must be told rightly all the same.
 */
async function unlessBusy(act: () => Promise<unknown>): Promise<void> {
  try {
    await act();
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status === 503;
    if (!isRefused && !(error instanceof WritesPausedError)) throw error;
  }
}

async function signIn(port: number, { email }: NewPerson): Promise<ImapClient> {
  const client = await connectImap({ port });
  await say(client, `LOGIN "${email}" "${lanAnh.password}"`);
  return client;
}

async function open(client: ImapClient, folder: string, random: Prng): Promise<Program> {
  const picture = createPicture();
  picture.hear(await say(client, `SELECT ${folder} (CONDSTORE)`));
  const program = { client, folder, picture, random };
  await learnNew(program);
  return program;
}

/** Asks for what is not known yet of those that came. */
async function learnNew({ client, picture }: Program): Promise<void> {
  const numbers = picture.messages.flatMap(({ uid, flags }, index) =>
    uid === null || flags === null ? [index + 1] : [],
  );
  if (numbers.length > 0) picture.hear(await say(client, `FETCH ${numbers.join(',')} (UID FLAGS)`));
}

async function act(program: Program): Promise<void> {
  const { client, picture, random, folder } = program;
  const number = picture.messages.length === 0 ? null : random.int(1, picture.messages.length);
  const uid = number === null ? null : (picture.messages[number - 1]?.uid ?? null);
  const other = random.pick(FOLDERS.filter((one) => one !== folder));
  const does = random.pick([
    'store',
    'store',
    'append',
    'move',
    'copy',
    'expunge',
    'idle',
    'open',
    'noop',
    'learn',
    'read',
    'read',
  ]);
  const hear = async (command: string) => picture.hear(await say(client, command));
  if (does === 'store' && number !== null)
    return hear(`STORE ${number} ${random.pick(['+', '-', ''])}FLAGS (${random.pick(FLAGS)})`);
  if (does === 'move' && uid !== null) return hear(`UID MOVE ${uid} ${other}`);
  if (does === 'copy' && uid !== null) return hear(`UID COPY ${uid} ${other}`);
  if (does === 'read' && number !== null) {
    const last = Math.min(number + READ_AT_ONCE, picture.messages.length);
    return hear(`FETCH ${number}:${last} (${random.pick(ITEMS)})`);
  }
  if (does === 'expunge') return hear('EXPUNGE');
  if (does === 'learn') return learnNew(program);
  if (does === 'idle') return idle(program);
  if (does === 'append') {
    const raw = rawMessage(`Số ${random.int(1, 1_000_000)}`);
    const { result, untagged } = await client.commandWith(`APPEND ${random.pick(FOLDERS)} (\\Seen)`, raw);
    // A server that is too busy says so, and has done nothing.
    if (!/^(OK|NO \[UNAVAILABLE\])/.test(result)) throw new Error(`APPEND was answered ${result}`);
    return picture.hear(untagged);
  }
  if (does !== 'open') return hear('NOOP');
  await say(client, 'UNSELECT');
  Object.assign(program, await open(client, other, random));
}

/** Waits for what others do, for a moment. */
async function idle({ client, picture }: Program): Promise<void> {
  client.rawWrite('i IDLE\r\n');
  const ended = systemClock.after(IDLE_MS, () => client.rawWrite('DONE\r\n'));
  for (let line = await client.next(); !line.startsWith('i '); line = await client.next())
    picture.hear([line]);
  ended.stop();
}

/** What is refused because a message has left meanwhile is answered NO. */
async function say(client: ImapClient, command: string): Promise<string[]> {
  const { result, untagged } = await client.command(command);
  if (result.startsWith('BAD')) throw new Error(`${command} was answered ${result}`);
  return untagged;
}

async function compare(server: TestServer, mailbox: Mailbox, figures: StateFigures): Promise<void> {
  for (const program of mailbox.programs) {
    program.picture.hear(await say(program.client, 'NOOP'));
    await learnNew(program);
    const messages = await readFolder(server, mailbox.person.mailbox, program.folder);
    demandEqual(`the picture of ${program.folder}`, program.picture.lines(), messages);
    figures.compared += 1;
  }
  for (const cache of mailbox.caches) {
    figures.changes += await cache.bringUpToDate();
    const messages = await readFolder(server, mailbox.person.mailbox, cache.folder);
    demandEqual(`the cache of ${cache.folder}`, cache.lines(), messages);
  }
}

async function readFolder(server: TestServer, mailbox: number, folder: string): Promise<string[]> {
  const { rows } = await sql<{ uid: number; flags: string }>`
    select s.uid::integer as uid, concat_ws(' ', case when not s.unread then '\\Seen' end,
      case when s.starred then '\\Flagged' end, case when s.answered then '\\Answered' end,
      case when s.draft then '\\Draft' end, case when s.deleted then '\\Deleted' end,
      nullif(array_to_string(s.keywords, ' '), ''),
      (select string_agg(l.keyword, ' ') from labels l
        where l.mailbox_id = s.mailbox_id and l.id = any(s.label_ids) and l.deleted_at is null)) as flags
    from message_state s join folders f on f.mailbox_id = s.mailbox_id and f.id = s.folder_id
    where s.mailbox_id = ${mailbox} and f.role = ${folder} order by s.uid`.execute(
    kyselyOf(server.context.db),
  );
  return rows.map(({ uid, flags }) => `${uid} ${inOrder(flags)}`);
}

function demandEqual(what: string, believed: string[], kept: string[]): void {
  const wrong = [
    ...believed.filter((line) => !kept.includes(line)).map((line) => `believed ${line}`),
    ...kept.filter((line) => !believed.includes(line)).map((line) => `not known ${line}`),
  ];
  if (wrong.length > 0 || believed.length !== kept.length)
    throw new Error(`${what} differs: ${wrong.slice(0, 10).join('; ')}`);
}
