import { withoutHidden } from './hidden-characters.ts';
import { mailLimits } from './mail-limits.ts';

const extensions: Record<string, string> = {
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/msword': 'doc',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/json': 'json',
  'application/xml': 'xml',
  'application/rtf': 'rtf',
  'application/pgp-signature': 'asc',
  'application/pkcs7-signature': 'p7s',
  'application/pkcs7-mime': 'p7m',
  'application/x-pkcs7-signature': 'p7s',
  'application/x-pkcs7-mime': 'p7m',
  'application/ms-tnef': 'dat',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
  'image/jpeg': 'jpg',
  'image/jpg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/svg+xml': 'svg',
  'image/bmp': 'bmp',
  'image/tiff': 'tif',
  'image/heic': 'heic',
  'message/rfc822': 'eml',
  'message/global': 'eml',
  'message/delivery-status': 'txt',
  'message/disposition-notification': 'txt',
  'text/rfc822-headers': 'txt',
  'text/calendar': 'ics',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/plain': 'txt',
  'text/vcard': 'vcf',
  'text/x-vcard': 'vcf',
  'text/xml': 'xml',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
};

/** Parts that have no name by nature, such as those of a bounce, are named after their type. */
const names: Record<string, string> = {
  'message/delivery-status': 'delivery-status.txt',
  'message/global-delivery-status': 'delivery-status.txt',
  'message/disposition-notification': 'read-receipt.txt',
  'message/rfc822': 'message.eml',
  'message/global': 'message.eml',
  'text/calendar': 'invite.ics',
  'text/rfc822-headers': 'message-headers.txt',
};

/** Control characters cannot be part of a name. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/** A name that is safe to show and to save as: no path, no spoofing, never empty. */
export function safeFileName(name: string | null, contentType: string, number: number): string {
  const cleaned = name === null ? '' : clean(name);
  if (cleaned !== '') return shorten(cleaned);
  return names[contentType] ?? `attachment-${number}.${extensions[contentType] ?? 'bin'}`;
}

function clean(name: string): string {
  const base =
    name
      .slice(-4_000)
      .split(/[/\\]/)
      .findLast((piece) => /[^\s.]/.test(piece)) ?? '';
  const visible = withoutHidden(base.toWellFormed().replace(unsafe, '')).text.normalize('NFC');
  return trimDots(visible.replace(/[<>:"|?*]/g, '_').replace(/\s+/g, ' '));
}

/** Names of devices, which Windows opens in every folder and with any extension. */
export const DEVICE_NAME = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)/i;

/** Windows drops trailing dots and spaces; a leading dot hides the file. */
export function trimDots(name: string): string {
  let start = 0;
  let end = name.length;
  while (start < end && (name[start] === '.' || name[start] === ' ')) start += 1;
  while (end > start && (name[end - 1] === '.' || name[end - 1] === ' ')) end -= 1;
  return name.slice(start, end);
}

function shorten(name: string): string {
  const characters = [...name];
  if (name.length <= mailLimits.fileNameLength) return name;
  const dot = characters.lastIndexOf('.');
  const extension = dot > 0 && characters.length - dot <= 20 ? characters.slice(dot).join('') : '';
  let stem = '';
  for (const character of characters) {
    if (stem.length + character.length + extension.length > mailLimits.fileNameLength) break;
    stem += character;
  }
  return stem + extension;
}
