import mime from 'mime';
import { imageType } from '../sniff-image.ts';
import { cleanType } from './describe-files.ts';

/** How many leading bytes of a file are inspected. */
export const START_BYTES = 512;

const ANY = 'application/octet-stream';
/**
 * Types that are recognised only by their first bytes (magic numbers): a name that claims one of them without
 * matching bytes is false.
 */
const KNOWN_BY_BYTES = /^(image\/(png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)|application\/pdf)$/;
const ZIPPED = /^application\/(zip|vnd\.(openxmlformats-officedocument|oasis\.opendocument)\..+)$/;

/**
 * The type of an uploaded file: by its bytes, then by its name, then as the browser declares;
 * application/octet-stream when these contradict each other.
 */
export function sniffType(name: string, declared: string, start: Buffer): string {
  const image = imageType(start);
  if (image !== null) return image;
  const text = start.toString('latin1');
  if (text.startsWith('%PDF-')) return 'application/pdf';
  const type = mime.getType(name) ?? cleanType(declared);
  const contradicts =
    KNOWN_BY_BYTES.test(type) ||
    (ZIPPED.test(type) && !text.startsWith('PK')) ||
    (type.startsWith('text/') && start.includes(0)) ||
    type.startsWith('multipart/');
  return contradicts ? ANY : type;
}
