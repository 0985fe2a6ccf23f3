import type { Config } from '../config/config.ts';
import type { ReadDb } from '../tables.ts';
import { countMailboxes, hasMailboxes } from './demo-world.store.ts';
import { lanAnh, minhTran } from './people.ts';

type Opened = Record<
  'httpPort' | 'smtpPort' | 'lmtpPort' | 'submissionPort' | 'imapPort' | 'pop3Port',
  number | null
>;

/** What a person at the terminal wants to know once everything is up. */
export async function welcome(db: ReadDb, config: Config, opened: Opened): Promise<string> {
  const rows: [string, string][] = [];
  if (opened.httpPort !== null) rows.push(['Open', openUrl(config, opened.httpPort)]);
  rows.push(...(await signIns(db)));
  const mail = mailPlaces(config, opened);
  if (mail !== '') rows.push(['Mail comes in', mail]);
  const programs = programPlaces(config, opened);
  if (programs !== '') rows.push(['Mail programs', `${programs}, signed in as above`]);
  rows.push([
    'Data',
    config.databaseUrl === null ? config.dataDir : `the given database, ${config.blobStore.url}`,
  ]);
  const width = Math.max(...rows.map(([label]) => label.length));
  const lines = rows.map(([label, text]) => `  ${label.padEnd(width)}   ${text}`);
  return `\nBồ Câu is ready. Ctrl-C stops it.\n\n${lines.join('\n')}\n\n`;
}

function openUrl({ http }: Config, port: number): string {
  // With port 0 only the system knows which one it became.
  return http.port === 0 ? `http://${http.host}:${port}` : http.publicUrl;
}

async function signIns(db: ReadDb): Promise<[string, string][]> {
  const emails = [lanAnh.email, minhTran.email];
  if ((await countMailboxes(db, emails)) === emails.length) {
    return [
      ['Sign in as', `${lanAnh.email}   password ${lanAnh.password}   (owner)`],
      ['or as', `${minhTran.email}   password ${minhTran.password}`],
    ];
  }
  if (await hasMailboxes(db)) return [];
  return [
    ['No users yet', 'npm run admin -- domain add example.com'],
    ['', 'npm run admin -- user add me@example.com --password "…" --owner'],
  ];
}

function mailPlaces({ mail }: Config, { smtpPort, lmtpPort }: Opened): string {
  return places([
    ['SMTP', mail.host, smtpPort],
    ['LMTP', mail.lmtpHost, lmtpPort],
  ]);
}

function programPlaces({ mail }: Config, { submissionPort, imapPort, pop3Port }: Opened): string {
  return places([
    ['SMTP', mail.submissionHost, submissionPort],
    ['IMAP', mail.imapHost, imapPort],
    ['POP3', mail.imapHost, pop3Port],
  ]);
}

function places(all: [name: string, host: string, port: number | null][]): string {
  return all.flatMap(([name, host, port]) => (port === null ? [] : `${name} ${host}:${port}`)).join(', ');
}
