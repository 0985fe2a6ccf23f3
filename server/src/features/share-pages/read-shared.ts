import { type ChunkDeps, openChunks } from '../../drive/chunks/open-chunks.ts';
import { readFolderSizes } from '../../drive/entries/folder-sizes.store.ts';
import { readFolderPage } from '../../drive/entries/lists.store.ts';
import { type OpenShare, type RootEntry, readShareRoots } from '../../drive/shares/open-shares.store.ts';
import { reachInShare } from '../../drive/shares/reach-in-share.ts';
import { readVersion } from '../../drive/versions/versions.store.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import type { Preview, ShownEntry } from './content-pages.ts';

const A_PAGE = 200;

/** The start page of a link: the single shared folder or file, or a list of several. */
export async function readHome(
  db: ReadDb,
  share: OpenShare,
): Promise<{ only: RootEntry } | { list: RootEntry[] }> {
  const roots = await readShareRoots(db, share.mailbox_id, share.id);
  const [only] = roots;
  return only && roots.length === 1 ? { only } : { list: await withSizes(db, share.mailbox_id, roots) };
}

export async function readFolder(
  db: ReadDb,
  { mailbox_id }: OpenShare,
  folderId: string,
  cursor: string | undefined,
): Promise<{ entries: ShownEntry[]; next: string | null }> {
  const [isFolder, value, id] = (cursor === undefined ? null : decodeCursor(cursor, 3)) ?? [];
  const known =
    typeof isFolder === 'boolean' && typeof value === 'string' && typeof id === 'string' && isId(id);
  const after = known ? { isFolder, value, id } : null;
  const page = { parentId: folderId, sort: 'name' as const, descending: false, after, limit: A_PAGE + 1 };
  const rows = await readFolderPage(db, mailbox_id, page);
  const entries = rows.slice(0, A_PAGE);
  const last = rows.length > A_PAGE ? entries.at(-1) : undefined;
  return {
    entries: await withSizes(db, mailbox_id, entries),
    next: last ? encodeCursor([last.is_folder, last.value, last.id]) : null,
  };
}

async function withSizes<Entry extends ShownEntry>(
  db: ReadDb,
  mailboxId: number,
  entries: Entry[],
): Promise<Entry[]> {
  const folders = entries.filter(({ is_folder }) => is_folder).map(({ id }) => id);
  const sizes = await readFolderSizes(db, mailboxId, folders);
  return entries.map((entry) => ({ ...entry, size: sizes.get(entry.id) ?? entry.size }));
}

/** An entry of a share with its latest version; null for a folder, or an entry outside the share. */
export async function readSharedFile(db: ReadDb, share: OpenShare, entryId: string) {
  const reached = await reachInShare(db, share, entryId);
  const versionId = reached?.entry.version_id;
  if (!reached || !versionId) return null;
  const version = await readVersion(db, share.mailbox_id, versionId);
  return version ? { ...reached, version } : null;
}

const IMAGE = /^image\/(png|jpeg|gif|webp|avif|bmp)$/;
const IMAGE_BYTES = 30 * 1024 * 1024;
const TEXT_BYTES = 200 * 1024;

/** The preview that a browser can show by itself; text is embedded in the page, escaped. */
export async function previewOf(
  deps: ChunkDeps,
  { mailbox_id }: OpenShare,
  version: { id: string; size: number; content_type: string; has_virus: boolean },
): Promise<Preview> {
  const { content_type, size, has_virus } = version;
  if (has_virus) return { kind: 'virus' };
  if (IMAGE.test(content_type)) return { kind: size <= IMAGE_BYTES ? 'image' : 'none' };
  if (content_type === 'application/pdf') return { kind: 'pdf' };
  if (!content_type.startsWith('text/')) return { kind: 'none' };
  const parts: Buffer[] = [];
  const end = Math.min(size, TEXT_BYTES);
  for await (const part of await openChunks(deps, mailbox_id, version.id, { start: 0, end }))
    parts.push(part);
  const text = new TextDecoder('utf-8').decode(Buffer.concat(parts), { stream: true });
  return { kind: 'text', text: text.replaceAll('\0', ''), cut: size > end };
}
