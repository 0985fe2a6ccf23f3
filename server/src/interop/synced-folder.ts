import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PythonProgram } from './contact-programs.ts';
import { type Ended, runProgram } from './run-program.ts';

export type SyncedFolder = {
  /** Where the program keeps what it remembers, beside the files. */
  folder: string;
  /** Where the cards of a book or the events of a calendar are, each in a file. */
  filesOf(id: string): string;
  discover(): Promise<Ended>;
  sync(kill?: AbortSignal): Promise<Ended>;
  remove(): Promise<void>;
};

/** What is synchronized, as vdirsyncer calls it and its files. */
const KINDS = {
  books: { type: 'carddav', fileext: '.vcf' },
  calendars: { type: 'caldav', fileext: '.ics' },
} as const;

/**
 * A folder that vdirsyncer synchronizes with the books of a person, or with their calendars. It is told the name of the
 * site alone, and finds the rest; of what both sides have changed it keeps that of the server.
 */
export async function openSyncedFolder(
  { command, env }: PythonProgram,
  { url, email, password }: { url: string; email: string; password: string },
  kind: keyof typeof KINDS = 'books',
): Promise<SyncedFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'bocau-vdirsyncer-'));
  const { type, fileext } = KINDS[kind];
  const config = `
[general]
status_path = "${join(folder, 'status')}"
[pair both]
a = "local"
b = "remote"
collections = ["from b"]
conflict_resolution = "b wins"
[storage local]
type = "filesystem"
path = "${join(folder, 'files')}"
fileext = "${fileext}"
[storage remote]
type = "${type}"
url = "${url}"
username = "${email}"
password = "${password}"
`;
  await writeFile(join(folder, 'config'), config, { mode: 0o600 });

  function run(verb: string, kill?: AbortSignal): Promise<Ended> {
    return runProgram([...command, '-c', join(folder, 'config'), verb], {
      env: { ...env, HOME: folder },
      // It asks whether to make the folder of each book.
      input: 'y\n'.repeat(10),
      ...(kill === undefined ? {} : { kill }),
    });
  }

  return {
    folder,
    filesOf: (id) => join(folder, 'files', id),
    discover: () => run('discover'),
    sync: (kill) => run('sync', kill),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
