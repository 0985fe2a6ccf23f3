import type { Readable } from 'node:stream';
import type { BlobKey, BlobStore } from '../../platform/blobs/blob-store.ts';
import { verifyPlace } from '../../platform/blobs/verify-place.ts';
import { openPlace, type PlaceInSource } from '../../platform/mime/place-in-source.ts';

/** The source that an attachment is read out of, and where it stands in it. */
export type Held = PlaceInSource & { source: BlobKey };

/** Where the bytes of an attachment are: in the source of a message, or in a blob of their own. */
export type AttachmentBytes = {
  /** Of its bytes. No blob has this name because of an attachment that is held by a source. */
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
