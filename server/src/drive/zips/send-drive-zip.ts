import type { Readable } from 'node:stream';
import { HARMLESS } from '../../mail/attachments/file-types.ts';
import { contentDisposition } from '../../platform/http/content-disposition.ts';
import type { Bytes } from '../../platform/http/routes.ts';
import type { Logger } from '../../platform/logger.ts';
import { createDistinctNames, distinctNames } from '../../platform/mime/distinct-names.ts';
import { writeZip, type ZipMember } from '../../platform/zip/write-zip.ts';
import { type ChunkDeps, openChunks } from '../chunks/open-chunks.ts';
import { readEntry } from '../entries/entries.store.ts';
import { isHarmless, readChildren, type ZippedChild, type ZippedEntry } from './zips.store.ts';

type ZipDeps = ChunkDeps & { log: Logger };
/** The requested entry, as `reachEntry` or `reachInShare` authorized it. */
export type ZipRoot = { mailboxId: number; entry: ZippedEntry };
type Wanted = {
  /** Defaults to the name of the only entry. */
  name?: string | undefined;
  method: string;
  /** Users of a link get no infected files. */
  withViruses: boolean;
};
type Member = { path: string; mailboxId: number; entry: ZippedEntry };

const ENTRIES_A_READ = 500;

/**
 * Streams one zip of files and folders with everything below them. Folders are walked with backpressure, so
 * that one of 50,000 files needs no more memory than its central directory; the length is unknown in advance,
 * and a truncated zip is recognisable by its broken connection.
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
    stream: method === 'HEAD' ? null : zipOf(deps, walk(deps, roots, withViruses), withViruses),
  };
}

function zipOf(deps: ZipDeps, members: AsyncIterable<Member>, withViruses: boolean): Readable {
  const stream = writeZip(openEach(deps, members, withViruses));
  stream.once('error', ({ message }) => deps.log.error({ reason: message }, 'zip of the drive broken off'));
  return stream;
}

async function* openEach(
  deps: ChunkDeps,
  members: AsyncIterable<Member>,
  withViruses: boolean,
): AsyncGenerator<ZipMember> {
  for await (const member of members) {
    const { path, mailboxId, entry } = member;
    if (entry.is_folder) {
      yield { path: `${path}/`, size: 0, modifiedAt: entry.modified_at, bytes: null };
      continue;
    }
    const file = await openLatest(deps, mailboxId, entry, withViruses);
    if (file) yield { path, size: file.entry.size, modifiedAt: file.entry.modified_at, bytes: file.bytes };
  }
}

/**
 * A file may have been listed long before its turn, and an editor's save replaces its version: then the next
 * version is opened. Null when there is none.
 */
async function openLatest(
  deps: ChunkDeps,
  mailboxId: number,
  entry: ZippedEntry,
  withViruses: boolean,
): Promise<{ entry: ZippedEntry; bytes: Readable } | null> {
  const { version_id: version, size } = entry;
  if (version === null) return null;
  try {
    return { entry, bytes: await openChunks(deps, mailboxId, version, { start: 0, end: size }) };
  } catch (error) {
    const latest = await readEntry(deps.db, mailboxId, entry.id);
    if (!latest || !(withViruses || (await isHarmless(deps.db, mailboxId, entry.id)))) return null;
    if (latest.version_id === version) throw error;
    return openLatest(deps, mailboxId, latest, withViruses);
  }
}

/** The folder itself comes first, then its content: files by name, then folders. */
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
