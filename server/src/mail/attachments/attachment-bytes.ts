import type { Readable } from 'node:stream';
import type { BlobKey, BlobStore } from '../../platform/blobs/blob-store.ts';
import { verifyPlace } from '../../platform/blobs/verify-place.ts';
import { openPlace, type PlaceInSource } from '../../platform/mime/place-in-source.ts';

/** The source that contains an attachment, and its position there. */
export type Held = PlaceInSource & { source: BlobKey };

/** Where the bytes of an attachment are: a range of a message's source, or a blob of its own. */
export type AttachmentBytes = {
  /** The hash of its bytes. An attachment that is a range of a source stores no blob under it. */
  blob: BlobKey;
  size: number;
  held: Held | null;
};

/** Streams an attachment, or the given range of it (`end` is exclusive). Throws BlobMissingError. */
export async function openAttachment(
  blobs: Pick<BlobStore, 'open'>,
  { blob, size, held }: AttachmentBytes,
  range?: { start: number; end: number },
): Promise<Readable> {
  if (held === null) return blobs.open(blob, range);
  const bytes = await openPlace((part) => blobs.open(held.source, part), held, size, range);
  return range === undefined ? verifyPlace(blobs, bytes, { source: held.source, blob }) : bytes;
}
