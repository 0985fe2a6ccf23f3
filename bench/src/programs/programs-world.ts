import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchDebianPrograms, findDovecot } from '@bocau/server/interop/debian-programs.ts';
import { startDovecot } from '@bocau/server/interop/start-dovecot.ts';
import { addMailboxes } from '@bocau/server/test-kit/add-mailboxes.ts';
import { embeddedDatabaseUrl } from '@bocau/server/test-kit/embedded-database.ts';
import { type SignedInClient, signedInClient } from '@bocau/server/test-kit/signed-in-client.ts';
import { BENCH_DOMAIN } from '../mailboxes/correspondents.ts';
import { generateMailbox } from '../mailboxes/generate-mailbox.ts';
import { writeMaildir } from '../mailboxes/write-maildir.ts';
import { runAdmin } from '../program/run-admin.ts';
import { type Program, startProgram } from '../program/start-program.ts';
import { PASSWORD } from '../world/bench-mailbox.ts';

/** One of the two servers, both of which have the same messages in the inbox. */
export type Server = { name: string; port: number; user: string; password: string };

export type ProgramsWorld = {
  ours: Server;
  /** Debian's Dovecot with a Maildir. */
  peer: Server;
  program: Program;
  idle: string[];
  /** Session token of a user who reads mail on the web. */
  reader: string;
  close(): Promise<void>;
};

export type ProgramsOptions = {
  messages: number;
  dir: string | null;
  profileDir: string | null;
  say: (line: string) => void;
};

const EMAIL = `programs@${BENCH_DOMAIN}`;
const QUOTA_MB = 100_000;
/** Users with an empty mailbox and one connection each. */
const IDLE = 5_200;

/** Starts the program and Dovecot, each with a mailbox of `messages` messages, all of them in the inbox. */
export async function openProgramsWorld({
  messages,
  dir,
  profileDir,
  say,
}: ProgramsOptions): Promise<ProgramsWorld> {
  const hindrance = await fetchDebianPrograms();
  const dovecot = findDovecot();
  if (dovecot === null) throw new Error(`Dovecot could not be fetched: ${hindrance}`);
  await using opened = new AsyncDisposableStack();
  const dataDir = mkdtempSync(join(dir ?? tmpdir(), 'webmail-bench-programs-'));
  opened.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const program = await startProgram({
    ...{ dataDir, roles: 'http,mail,jobs,imap', databaseUrl: null, profileDir },
  });
  opened.defer(() => program.stop());
  const databaseUrl = await embeddedDatabaseUrl(dataDir);
  const idle = Array.from({ length: IDLE }, (_, number) => `idle${number}@${BENCH_DOMAIN}`);
  const emails = [EMAIL, ...idle];
  await addMailboxes(databaseUrl, { domain: BENCH_DOMAIN, emails, password: PASSWORD, quotaMb: QUOTA_MB });
  say(`Importing ${messages} messages`);
  const maildir = join(dataDir, 'maildir');
  writeMaildir(maildir, inboxOf(messages));
  await runAdmin(dataDir, ['import', EMAIL, '--maildir', maildir]);
  rmSync(maildir, { recursive: true });
  say('Putting them into Dovecot');
  const peer = await startDovecot(dovecot, { ...{ user: EMAIL, password: PASSWORD }, specialUse: {} });
  opened.defer(() => peer.stop());
  for (const { raw, date: at, flags } of inboxOf(messages)) await peer.put('INBOX', [{ raw, at, flags }]);
  const account = { user: EMAIL, password: await makeAppPassword(program) };
  const parts = opened.move();
  return {
    ours: { ...account, name: 'the program', port: program.imapPort as number },
    peer: { name: 'Dovecot', port: peer.port, user: EMAIL, password: PASSWORD },
    program,
    idle,
    reader: (await signIn(program, idle[0] as string)).token,
    close: () => parts.disposeAsync(),
  };
}

/** Users sign in from mail programs with an app password. */
async function makeAppPassword(program: Program): Promise<string> {
  const client = await signIn(program, EMAIL);
  const { data } = await client.createAppPassword({ body: { name: 'bench', scopes: ['imap'] } });
  return data.password;
}

function signIn({ httpPort }: Program, email: string): Promise<SignedInClient> {
  return signedInClient(`http://127.0.0.1:${httpPort}`, { email, password: PASSWORD });
}

function* inboxOf(messages: number) {
  for (const message of generateMailbox('programs', { name: 'Lê Bảo Châu', email: EMAIL }, messages))
    yield { ...message, folder: 'INBOX' };
}
