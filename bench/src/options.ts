import { parseArgs } from 'node:util';

export type Options = {
  /** The server, the web client in a browser, or what malformed messages do to the server. */
  what: 'server' | 'web' | 'hostile';
  /** Small mailboxes and few samples; only ratios decide. */
  quick: boolean;
  /** Names of scenarios; all when empty. */
  only: string[];
  keep: boolean;
  dir: string | null;
  profileDir: string | null;
  explain: boolean;
  writeDocs: boolean;
};

export const USAGE = `npm run bench -- [web | hostile] [options]
  web            the web client in Chromium, instead of the server
  hostile        how long malformed messages wait for their answer; fails when one waits longer than promised
  --quick        mailboxes of 2,000 and 10,000 messages instead of 10,000 and 100,000, and fewer samples
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
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const [what, ...more] = positionals;
  if ((what !== undefined && what !== 'web' && what !== 'hostile') || more.length > 0) throw new Error(USAGE);
  return {
    what: what ?? 'server',
    quick: values.quick,
    only: values.only,
    keep: values.keep,
    dir: values.dir ?? null,
    profileDir: values.profile ?? null,
    explain: values.explain,
    writeDocs: values['write-docs'],
  };
}
