import type { InvalidField } from '@bocau/contract/errors.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { signatureLength } from '@bocau/contract/settings.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { newId } from '../../platform/ids.ts';
import { cleanSignature } from '../../platform/mime/clean-mail-html.ts';
import { imageType } from '../../platform/sniff-image.ts';
import { type Held, openAttachment } from '../attachments/attachment-bytes.ts';
import type { ChangeDeps, MailboxChange } from '../mailbox/change-mailbox.ts';
import {
  copyImage,
  type ImageOwner,
  type ImageRow,
  letImagesGo,
  readImages,
  takeLooseImages,
} from './signature-images.store.ts';

export type SignatureDeps = ChangeDeps & { blobs: BlobStore };
/** Why a text is refused. */
export type TextFault = Omit<InvalidField, 'field'>;

const IMAGE = /<img\b[^>]*>/gi;
const NAMED = /\/api\/v2\/files\/([0-9a-f-]{36})\/download(\?inline=1)?/g;
const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const START_BYTES = 64;
const SIGNATURES: ImageOwner = { template: null };

/** What a text with own images may have, and how it is sanitised. */
export type TextRules = {
  characters: number;
  images: number;
  imageBytes: number;
  clean(html: string): string;
};

export const SIGNATURE_TEXT: TextRules = {
  characters: LIMITS.signatureLength,
  images: LIMITS.signatureImages,
  imageBytes: LIMITS.signatureImageBytes,
  clean: cleanSignature,
};

/** A validated text, and the detected types of its images. */
export type CheckedText = { html: string; types: ReadonlyMap<string, string> };

/** ST-10, TE-3: sanitizes a text and validates its limits; its images are read before the transaction. */
export async function checkText(
  deps: SignatureDeps,
  mailboxId: number,
  given: string,
  rules: TextRules,
  refuse: (fault: TextFault) => Error,
): Promise<CheckedText & { images: ImageRow[] }> {
  const html = rules.clean(given);
  if (signatureLength(html) > rules.characters) {
    throw refuse({ problem: 'is too long', rule: 'too_long', limit: rules.characters });
  }
  if ((html.match(IMAGE)?.length ?? 0) > rules.images) {
    throw refuse({ problem: 'has too many images', rule: 'too_many', limit: rules.images });
  }
  const ids = imagesIn(html);
  const images = await readImages(deps.db, mailboxId, ids);
  if (images.length < ids.length) {
    throw refuse({ problem: 'names an image that is not there', rule: 'missing' });
  }
  const bytes = images.reduce((sum, { size }) => sum + size, 0);
  if (bytes > rules.imageBytes) {
    throw refuse({
      problem: 'has images that are too large together',
      rule: 'too_large',
      limit: rules.imageBytes,
    });
  }
  const types = new Map<string, string>();
  for (const image of images) {
    const type = await typeByBytes(deps.blobs, image);
    if (type === null || !TYPES.includes(type) || image.has_virus) {
      throw refuse({ problem: 'has an image that is no PNG, JPEG, GIF or WebP', rule: 'not_an_option' });
    }
    types.set(image.id, type);
  }
  return { html, types, images };
}

/**
 * Makes a text own its images: uploaded ones are attached to it, images of anything else are copied.
 * Images shown in `before` and in none of the `others` are detached. Returns the text, which references the
 * copies.
 */
export async function ownImages(
  deps: SignatureDeps,
  change: MailboxChange,
  { html, types }: CheckedText,
  before: string,
  others: readonly string[],
  owner: ImageOwner = SIGNATURES,
): Promise<string> {
  const { tx, mailboxId, now } = change;
  const copies = new Map<string, string>();
  const images = await readImages(tx, mailboxId, imagesIn(html));
  const loose = images.filter((image) => image.loose).map(({ id }) => id);
  if (loose.length > 0) await takeLooseImages(tx, mailboxId, loose, owner);
  for (const image of images) {
    if (image.loose || (image.in_signature && image.template_id === owner.template)) continue;
    const copy = { id: newId(deps.clock), content_type: types.get(image.id) ?? image.content_type };
    await copyImage(tx, mailboxId, image.id, copy, owner);
    copies.set(image.id, copy.id);
  }
  const owned = renameImages(html, (id) => imageSource(copies.get(id) ?? id));
  const shown = new Set([owned, ...others].flatMap(imagesIn));
  await letImagesGo(
    tx,
    mailboxId,
    imagesIn(before).filter((id) => !shown.has(id)),
    { owner, now },
  );
  return owned;
}

/** The files of the mailbox that a text shows. */
export function imagesIn(html: string): string[] {
  return [...new Set([...html.matchAll(NAMED)].map(([, id = '']) => id))];
}

/** The text with what `sourceOf` says in place of the names of files. */
export function renameImages(html: string, sourceOf: (id: string) => string): string {
  return html.replace(NAMED, (_, id: string) => sourceOf(id));
}

/** How a text names a file of the mailbox that it shows. */
export function imageSource(id: string): string {
  return `/api/v2/files/${id}/download?inline=1`;
}

/** Its name and its declared type are untrusted. */
async function typeByBytes(
  blobs: BlobStore,
  image: Pick<ImageRow, 'blob' | 'size'> & { held: Held | null },
): Promise<string | null> {
  const bytes = await openAttachment(blobs, image, { start: 0, end: Math.min(START_BYTES, image.size) });
  const parts: Buffer[] = [];
  for await (const part of bytes) parts.push(part as Buffer);
  return imageType(Buffer.concat(parts));
}
