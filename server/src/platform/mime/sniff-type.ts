import mime from 'mime';
import { imageType } from '../sniff-image.ts';
import { cleanType } from './describe-files.ts';

/** As many bytes of a file are looked at. */
export const START_BYTES = 512;

const ANY = 'application/octet-stream';
/** Types that are known by their first bytes, and by these alone: a name that says so otherwise lies. */
const KNOWN_BY_BYTES = /^(image\/(png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)|application\/pdf)$/;
const ZIPPED = /^application\/(zip|vnd\.(openxmlformats-officedocument|oasis\.opendocument)\..+)$/;

/** The type of an uploaded file: by its bytes, else by its name, else as the browser says; plain bytes where these contradict. */
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
