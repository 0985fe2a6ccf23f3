import { once } from 'node:events';
import type { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { HARMLESS } from '../../mail/attachments/file-types.ts';
import { contentDisposition } from '../../platform/http/content-disposition.ts';
import type { Bytes } from '../../platform/http/routes.ts';
import type { Logger } from '../../platform/logger.ts';
import { createDistinctNames, distinctNames } from '../../platform/mime/distinct-names.ts';
import { type ChunkDeps, openChunks } from '../chunks/open-chunks.ts';
import { isHarmless, readChildren, type ZippedChild, type ZippedEntry } from './zips.store.ts';

type ZipDeps = ChunkDeps & { log: Logger };
/** What was asked for, as `reachEntry` or `reachInShare` has judged it. */
export type ZipRoot = { mailboxId: number; entry: ZippedEntry };
type Wanted = {
  /** Left out: that of the only entry. */
  name?: string | undefined;
  method: string;
  /** Whoever comes by a link gets no file with a virus. */
  withViruses: boolean;
};
type Member = { path: string; mailboxId: number; entry: ZippedEntry };

const ENTRIES_A_READ = 500;

/**
 * One zip of files and of folders with all that lies below them, written while they are read. Folders are walked no
 * faster than the zip is taken, so that one of 50,000 files costs no more memory than its list of contents; the length
 * is not known beforehand, and a zip that was cut off is seen by its connection.
 */
export function sendDriveZip(
  deps: ZipDeps,
  roots: ZipRoot[],
  { name: given, method, withViruses }: Wanted,
): Bytes {
  const [first] = roots;
  const [name] = distinctNames([given ?? ((roots.length === 1 && first?.entry.name) || 'files')]);
  return {
    headers: {
      ...HARMLESS,
      'content-type': 'application/zip',
      'content-disposition': contentDisposition('attachment', `${name}.zip`),
      'cache-control': 'private, no-store',
    },
    stream: method === 'HEAD' ? null : writeZip(deps, walk(deps, roots, withViruses)),
  };
}

function writeZip(deps: ZipDeps, members: AsyncIterable<Member>): Readable {
  const zip = new ZipFile();
  const stream = zip.outputStream as PassThrough;
  let reading: Readable | null = null;
  zip.on('error', (error: Error) => stream.destroy(error));
  // A reader who left has no more of the files read.
  stream.on('close', () => reading?.destroy());

  /** Comes back when the file was taken, so that what follows is not even looked up before. */
  async function add({ path, mailboxId, entry }: Member): Promise<void> {
    const mtime = new Date(entry.modified_at * 1000);
    if (entry.version_id === null) {
      zip.addEmptyDirectory(path, { mtime });
      return;
    }
    const source = await openChunks(deps, mailboxId, entry.version_id, { start: 0, end: entry.size });
    reading = source;
    if (stream.destroyed) source.destroy();
    const taken = once(source, 'end');
    // Half a zip is told from a whole one by the broken connection, never by a file that is silently not in it.
    source.on('error', (error) => stream.destroy(error));
    zip.addReadStream(source, path, { compress: false, size: entry.size, mtime });
    await Promise.race([taken, once(source, 'close')]);
  }

  async function addAll(): Promise<void> {
    for await (const member of members) {
      if (stream.destroyed) return;
      await add(member);
    }
    zip.end();
  }
  addAll().catch((error: Error) => {
    deps.log.error({ reason: error.message }, 'zip of the drive broken off');
    stream.destroy(error);
  });
  return stream;
}

/** The folder itself comes first, then what it holds: files by name, then folders. */
async function* walk(deps: ChunkDeps, roots: ZipRoot[], withViruses: boolean): AsyncGenerator<Member> {
  const nameOf = createDistinctNames();
  for (const { mailboxId, entry } of roots) {
    if (!withViruses && !(await isHarmless(deps.db, mailboxId, entry.id))) continue;
    yield* below(deps, { mailboxId, entry, path: nameOf(entry.name) }, withViruses);
  }
}

async function* below(deps: ChunkDeps, member: Member, withViruses: boolean): AsyncGenerator<Member> {
  yield member;
  const { mailboxId, entry } = member;
  if (!entry.is_folder) return;
  const nameOf = createDistinctNames();
  let after: ZippedChild | null = null;
  for (;;) {
    const limit = ENTRIES_A_READ;
    const children: ZippedChild[] = await readChildren(deps.db, mailboxId, entry.id, {
      after,
      limit,
      withViruses,
    });
    for (const child of children) {
      const path = `${member.path}/${nameOf(child.name)}`;
      yield* below(deps, { mailboxId, entry: child, path }, withViruses);
    }
    after = children.at(-1) ?? null;
    if (children.length < limit) return;
  }
}
