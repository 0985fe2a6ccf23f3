import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PythonProgram } from './contact-programs.ts';
import { type Ended, runProgram } from './run-program.ts';

export type SyncedFolder = {
  /** Where the program keeps what it remembers, beside the cards. */
  folder: string;
  /** Where the cards of a book are, each in a file. */
  filesOf(bookId: string): string;
  discover(): Promise<Ended>;
  sync(kill?: AbortSignal): Promise<Ended>;
  remove(): Promise<void>;
};

/**
 * A folder that vdirsyncer synchronizes with the books of a person. It is told the name of the site alone, and finds the
 * rest; of a card that both sides have changed it keeps that of the server.
 */
export async function openSyncedFolder(
  { command, env }: PythonProgram,
  { url, email, password }: { url: string; email: string; password: string },
): Promise<SyncedFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'bocau-vdirsyncer-'));
  const config = `
[general]
status_path = "${join(folder, 'status')}"
[pair contacts]
a = "local"
b = "remote"
collections = ["from b"]
conflict_resolution = "b wins"
[storage local]
type = "filesystem"
path = "${join(folder, 'cards')}"
fileext = ".vcf"
[storage remote]
type = "carddav"
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
    filesOf: (bookId) => join(folder, 'cards', bookId),
    discover: () => run('discover'),
    sync: (kill) => run('sync', kill),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
