import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readDamage, readNames } from '../features/scrub/damage.store.ts';
import { mendBlob } from '../features/scrub/mend-blob.ts';
import { readScrub } from '../features/scrub/scrub.store.ts';
import { scrubBlobs } from '../features/scrub/scrub-blobs.ts';
import { readCopies } from '../platform/blobs/read-copies.ts';
import type { ReadDb } from '../tables.ts';
import { AdminError, type Command, type CommandInput } from './command.ts';

const NAMES_SHOWN = 5;

export const scrub: Command = {
  usage: 'scrub [--mend-from DIR]',
  summary:
    'Reads every blob against its hash now, as fast as it goes; or puts back what is damaged or missing from a backup',
  async run({ context, args, out, err }) {
    const { values } = parseArgs({ args, options: { 'mend-from': { type: 'string' } } });
    const copies = values['mend-from'];
    if (copies !== undefined) return mendFrom(copies, { context, out });
    const leaving = new AbortController();
    let done = 0;
    const began = await scrubBlobs(
      { ...context, bytesPerSecond: 0 },
      {
        signal: leaving.signal,
        now: true,
        afterStep(blobs) {
          done += blobs;
          err.write(`${done} blobs read\n`);
        },
      },
    );
    if (!began) throw new AdminError('Another process reads the blobs just now; look again in ten minutes');
    return tellDamage(context.db, out);
  },
};

export const scrubStatus: Command = {
  usage: 'scrub status',
  summary: 'Says how far the reading of all blobs has come, and which are damaged or missing',
  async run({ context, out }) {
    const { began_at, ended_at, blobs, bytes, stopped_at } = await readScrub(context.db);
    const read = `${blobs} blobs, ${(bytes / 1024 ** 3).toFixed(2)} GB`;
    if (began_at === null) out.write('No blob was read yet.\n');
    else if (ended_at === null) out.write(`The round that began ${day(began_at)} has read ${read}.\n`);
    else out.write(`The last round, ${day(began_at)} to ${day(ended_at)}, read ${read}.\n`);
    if (stopped_at !== null)
      out.write(`Stopped since ${day(stopped_at)}: most of the last blobs seem damaged. 'scrub' goes on.\n`);
    return tellDamage(context.db, out);
  },
};

async function mendFrom(
  dir: string,
  { context, out }: Pick<CommandInput, 'context' | 'out'>,
): Promise<number> {
  const folder = await stat(dir).catch(() => null);
  if (!folder?.isDirectory()) throw new AdminError(`There is no folder ${dir}`);
  const copies = readCopies(dir);
  let mended = 0;
  for (let after = ''; ; ) {
    const lost = await readDamage(context.db, ['damaged', 'missing'], { after });
    for (const { key } of lost) if (await mendBlob(context, key, copies)) mended += 1;
    const last = lost.at(-1);
    if (last === undefined) break;
    after = last.key;
  }
  out.write(`${mended} blobs mended.\n`);
  return tellDamage(context.db, out);
}

/** 1 when something is damaged or missing. */
async function tellDamage(db: ReadDb, out: CommandInput['out']): Promise<number> {
  const lost = await readDamage(db, ['suspected', 'damaged', 'missing']);
  if (lost.length === 0) {
    out.write('No blob is known to be damaged or missing.\n');
    return 0;
  }
  for (const { key, state, found_at } of lost) {
    const names = (await readNames(db, key, NAMES_SHOWN)).map(({ what, email }) =>
      email === null ? what : `${what} of ${email}`,
    );
    out.write(`${state}  ${key}  since ${day(found_at)}: ${names.join(', ') || 'named by nothing'}\n`);
  }
  return 1;
}

function day(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ');
}
