import { parseArgs } from 'node:util';

import type { Beside } from './scenarios/lmtp-beside.ts';

export type Options = {
  /**
   * What is measured: the server, the web client in a browser, the server's handling of malformed messages,
   * the write-ahead log, mail programs, or programs of contacts or calendars.
   */
  what: 'server' | 'web' | 'hostile' | 'wal' | 'programs' | 'carddav' | 'caldav';
  /** If set, only LMTP is measured, compared with this other server. */
  beside: Beside | null;
  /** Small mailboxes and few samples; only ratios are judged. */
  quick: boolean;
  /** Names of scenarios to run; all if empty. */
  only: string[];
  keep: boolean;
  dir: string | null;
  profileDir: string | null;
  explain: boolean;
  writeDocs: boolean;
};

export const USAGE = `npm run bench -- [web | hostile | wal | programs | carddav | caldav] [options]
  web            the web client in Chromium, instead of the server
  hostile        how long malformed messages wait for their answer; fails when one waits longer than promised
  wal            how many bytes of the write-ahead log of the embedded database a delivery and a click cost, and where
                 they go
  programs       what mail programs ask for by IMAP, of a mailbox of 60,000 messages, in turn of the program and of Debian's
                 Dovecot
  carddav        what programs ask for by CardDAV, of a book of 10,000 cards, in turn of the program and of Debian's
                 Radicale; fails where the program is slower
  caldav         the same by CalDAV, of a calendar of 10,000 events, in turn of Debian's SOGo too; fails where the
                 program is slower than the faster of both
  --beside HOST:PORT --recipient ADDRESS
                 only the same messages by LMTP to the program and to this other server, in turn
  --quick        mailboxes of 2,000 and 10,000 messages beside 200 small ones instead of 100,000 and 500,000
                 beside 2,000, and fewer samples
  --only NAME    only this scenario; may be given several times
  --keep         leave the filled mailboxes for the next run
  --dir DIR      measure on the disk of this folder instead of the temporary folder
  --profile DIR  leave a CPU profile of the program there
  --explain      print how PostgreSQL runs each statement of the lists, threads and searches, and stop
  --write-docs   put the table into docs/performance.md`;

export function readOptions(args: string[]): Options | null {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      keep: { type: 'boolean', default: false },
      dir: { type: 'string' },
      profile: { type: 'string' },
      explain: { type: 'boolean', default: false },
      'write-docs': { type: 'boolean', default: false },
      beside: { type: 'string' },
      recipient: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const [what, ...more] = positionals;
  if ((what !== undefined && !isKind(what)) || more.length > 0) throw new Error(USAGE);
  const beside = values.beside === undefined ? null : readBeside(values.beside, values.recipient);
  return {
    what: what ?? 'server',
    beside,
    quick: values.quick,
    only: values.only,
    keep: values.keep,
    dir: values.dir ?? null,
    profileDir: values.profile ?? null,
    explain: values.explain,
    writeDocs: values['write-docs'],
  };
}

function isKind(what: string): what is Exclude<Options['what'], 'server'> {
  return ['web', 'hostile', 'wal', 'programs', 'carddav', 'caldav'].includes(what);
}

function readBeside(address: string, recipient: string | undefined): Beside {
  const { host, port } = /^(?<host>.+):(?<port>\d+)$/.exec(address)?.groups ?? {};
  if (!host || !port || !recipient) throw new Error(USAGE);
  return { host, port: Number(port), recipient };
}
