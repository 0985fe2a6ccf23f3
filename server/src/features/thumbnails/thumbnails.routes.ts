import { buffer } from 'node:stream/consumers';
import { getThumbnail } from '@bocau/contract/thumbnails.ts';
import { reachEntry } from '../../drive/access/reach-entry.ts';
import { type ChunkDeps, openChunks } from '../../drive/chunks/open-chunks.ts';
import { readVersion } from '../../drive/versions/versions.store.ts';
import { HARMLESS } from '../../mail/attachments/file-types.ts';
import { BlobMissingError } from '../../platform/blobs/blob-store.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import { namesTag } from '../../platform/http/byte-range.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { Db } from '../../tables.ts';
import { drawThumbnail, MOST_BYTES } from './draw-thumbnail.ts';
import { readThumbnail, writeThumbnail } from './thumbnails.store.ts';

type ThumbnailDeps = ChunkDeps & { db: Db };

export function thumbnailRoutes(deps: ThumbnailDeps): Route[] {
  return [
    route(getThumbnail, async ({ caller, params, request }) => {
      const { mailboxId, entry } = await reachEntry(deps.db, caller, params.id, 'READ');
      if (entry.version_id === null) throw nothingToShow();
      const tag = `"${entry.version_id}"`;
      // Cached by the browser but revalidated each time: without access the file is no longer shown.
      const caching = { etag: tag, 'cache-control': 'private, no-cache' };
      if (namesTag(request.headers['if-none-match'], tag))
        return { status: 304, headers: caching, stream: null };
      const picture = await findThumbnail(deps, mailboxId, entry.version_id);
      if (picture === null) throw nothingToShow();
      return {
        headers: {
          ...HARMLESS,
          ...caching,
          'content-type': 'image/webp',
          'content-length': String(picture.length),
        },
        stream: request.method === 'HEAD' ? null : picture,
      };
    }),
  ];
}

/** Rendered on the first request; null for a file without a thumbnail, which is stored as well. */
async function findThumbnail(
  deps: ThumbnailDeps,
  mailboxId: number,
  versionId: string,
): Promise<Buffer | null> {
  const known = await readThumbnail(deps.db, mailboxId, versionId);
  if (known) return known.picture;
  const version = await readVersion(deps.db, mailboxId, versionId);
  if (!version?.content_type.startsWith('image/') || version.has_virus) return null;
  if (version.size === 0 || version.size > MOST_BYTES) return null;
  const whole = { start: 0, end: version.size };
  const picture = await drawThumbnail(async () =>
    buffer(await openChunks(deps, mailboxId, versionId, whole)),
  ).catch((error) => {
    // The doctor reports a lost blob.
    if (error instanceof BlobMissingError) throw nothingToShow();
    throw error;
  });
  await inTransaction(deps.db, (tx) => writeThumbnail(tx, mailboxId, versionId, picture));
  return picture;
}

function nothingToShow(): Failure {
  return new Failure('preview_not_ready', 'There is no small picture of this file');
}
