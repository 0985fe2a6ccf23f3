import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { TEMPLATE_LIMITS } from '@bocau/contract/template-limits.ts';
import { insertLooseFiles, readUsedBytes } from '../../mail/attachments/loose-files.store.ts';
import { refuseOverQuota } from '../../mail/attachments/mailbox-quota.ts';
import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { imageSource, type SignatureDeps } from '../../mail/settings/own-images.ts';
import { newId } from '../../platform/ids.ts';
import type { ParsedAttachment } from '../../platform/mime/parsed-mail.ts';
import { openPlace } from '../../platform/mime/place-in-source.ts';
import { imageType } from '../../platform/sniff-image.ts';

/** An image of the file, by the content id by which its text shows it. */
export type ImportedImage = { contentId: string; name: string; open(deps: SignatureDeps): Promise<Buffer> };

const SOURCE =
  /\bsrc\s*=\s*(?:"(cid:[^"]{1,1000}|data:image\/[^"]+)"|'(cid:[^']{1,1000}|data:image\/[^']+)')/gi;
const DATA = /^data:image\/(?:png|jpe?g|gif|webp);base64,([A-Za-z0-9+/=\s]+)$/i;
const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const ENDINGS: Record<string, string> = { 'image/jpeg': 'jpg' };

/** Bytes of an image are a range of the message, or were stored while it was read. */
export function readMailImages(attachments: ParsedAttachment[], source: Buffer): ImportedImage[] {
  return attachments.flatMap(({ contentId, name, place, size, blob }) => {
    if (contentId === null || size > TEMPLATE_LIMITS.imageBytes) return [];
    const open = async ({ blobs }: SignatureDeps) =>
      place === null
        ? buffer(await blobs.open(blob))
        : buffer(
            await openPlace(
              async ({ start, end }) => Readable.from([source.subarray(start, end)]),
              place,
              size,
            ),
          );
    return [{ contentId, name, open }];
  });
}

/**
 * Keeps the images that a text shows as loose files of the mailbox, which the template then takes; answers the text, which
 * names them. What is no image, too large, or one too many, is left to the sanitiser, which removes it.
 */
export async function storeImages(
  deps: SignatureDeps,
  mailboxId: number,
  { html, images }: { html: string; images: ImportedImage[] },
): Promise<string> {
  const sources = [
    ...new Set([...html.matchAll(SOURCE)].map(([, double, single]) => double ?? single ?? '')),
  ];
  const files = new Map<string, StoredImage>();
  let bytes = 0;
  for (const source of sources) {
    if (files.size === TEMPLATE_LIMITS.images) break;
    const found = await bytesOf(deps, source, images);
    const type = found && imageType(found.bytes.subarray(0, 64));
    if (!found || !type || !TYPES.includes(type)) continue;
    bytes += found.bytes.length;
    if (bytes > TEMPLATE_LIMITS.imageBytes) break;
    const { key, size } = await deps.blobs.put(found.bytes);
    const name = found.name || imageName(type);
    files.set(source, { id: newId(deps.clock), name, content_type: type, size, blob: key });
  }
  if (files.size > 0) await insertImages(deps, mailboxId, [...files.values()]);
  return html.replace(SOURCE, (whole, double?: string, single?: string) => {
    const file = files.get(double ?? single ?? '');
    // A text without the bytes of what is not taken over.
    if (file === undefined) return whole.length > 1_000 ? 'src=""' : whole;
    return `src="${imageSource(file.id)}"`;
  });
}

/** For an image that came without a name. */
export function imageName(type: string): string {
  return `image.${ENDINGS[type] ?? type.slice(6)}`;
}

export type StoredImage = { id: string; name: string; content_type: string; size: number; blob: string };

/** As loose files, which the text that shows them takes. */
export async function insertImages(
  deps: SignatureDeps,
  mailboxId: number,
  files: StoredImage[],
): Promise<void> {
  await changeMailbox(deps, mailboxId, async ({ tx, now }) => {
    const added = files.reduce((sum, { size }) => sum + size, 0);
    refuseOverQuota(await readUsedBytes(tx, mailboxId), added);
    const rows = files.map((file) => ({
      ...file,
      held: null,
      public: false,
      has_virus: false,
      scan_message: null,
    }));
    await insertLooseFiles(tx, mailboxId, rows, now);
  });
}

async function bytesOf(
  deps: SignatureDeps,
  source: string,
  images: ImportedImage[],
): Promise<{ bytes: Buffer; name: string } | null> {
  const [, data] = DATA.exec(source) ?? [];
  if (data !== undefined) return { bytes: Buffer.from(data, 'base64'), name: '' };
  if (!/^cid:/i.test(source)) return null;
  const contentId = decoded(source.slice('cid:'.length));
  const image = images.find((one) => one.contentId === contentId);
  return image ? { bytes: await image.open(deps), name: image.name } : null;
}

function decoded(contentId: string): string {
  try {
    return decodeURIComponent(contentId);
  } catch {
    return contentId;
  }
}
