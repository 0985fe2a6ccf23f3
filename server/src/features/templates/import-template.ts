import { isValidAddress } from '@bocau/contract/address.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { TEMPLATE_LIMITS } from '@bocau/contract/template-limits.ts';
import type { SignatureDeps } from '../../mail/settings/own-images.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import type { FormFile } from '../../platform/http/read-form.ts';
import { decodeCharset } from '../../platform/mime/decode-charset.ts';
import { htmlToText } from '../../platform/mime/html-to-text.ts';
import type { MailParser } from '../../platform/mime/parse-pool.ts';
import { textAsHtml } from '../../platform/mime/text-as-html.ts';
import { type ImportedImage, readMailImages, storeImages } from './import-images.ts';
import { createTemplate } from './save-template.ts';
import { refusedText } from './template-text.ts';
import type { TemplateRow, TemplateText } from './templates.store.ts';

export type ImportDeps = SignatureDeps & { parser: MailParser };
type Read = Pick<TemplateText, 'name' | 'subject' | 'html' | 'recipients'> & { images: ImportedImage[] };

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const CHARSET = /<meta\b[^>]*\bcharset\s*=\s*["']?\s*([\w.:-]{2,40})/i;
/** The declaration of the charset is in the first kilobyte (HTML, 4.2.5.4). */
const DECLARED_WITHIN = 1024;
const TITLE = /<title\b[^>]*>([^<]{0,500})/i;
/** Of HTML that comes in: data: images in it are taken out before it is measured. */
const LONGEST_HTML = 12_000_000;

/** TE-12: a template of a message or of a page, sanitised, with its images as own ones. */
export async function importTemplate(
  deps: ImportDeps,
  mailboxId: number,
  file: { name: string; contentType: string; bytes: Buffer },
): Promise<TemplateRow> {
  const read = await readFile(deps, file);
  const withImages = await storeImages(deps, mailboxId, read);
  // What others have written is cleaned in a worker first; what is left is checked as what is written here.
  const { html } = await deps.parser.cleanHtml(withImages);
  if (html.length > TEMPLATE_LIMITS.textLength * 2) {
    throw refusedText({ problem: 'is too long', rule: 'too_long', limit: TEMPLATE_LIMITS.textLength });
  }
  const { name, subject, recipients } = read;
  return createTemplate(deps, mailboxId, { name, subject, html, ...recipients });
}

export async function bytesOfFile({ bytes }: FormFile): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts);
}

export function noFile(): Failure {
  return invalidInput('The form contains no file', { field: 'file', problem: 'is missing', rule: 'missing' });
}

async function readFile(
  deps: ImportDeps,
  file: { name: string; contentType: string; bytes: Buffer },
): Promise<Read> {
  if (/\.eml$/i.test(file.name) || /^message\/rfc822$/i.test(file.contentType))
    return readMessage(deps, file);
  if (/\.(oft|msg)$/i.test(file.name)) return readOutlook(deps, file);
  if (/\.html?$/i.test(file.name) || /^text\/html$/i.test(file.contentType)) return readPage(file);
  throw notReadable();
}

function notReadable(): Failure {
  return new Failure('unsupported_media_type', 'A template is made of a file .eml, .oft, .msg or .html');
}

async function readMessage(
  { parser }: ImportDeps,
  { name, bytes }: { name: string; bytes: Buffer },
): Promise<Read> {
  const mail = await parser.parse(bytes, bytes.length);
  return {
    name: nameOf(mail.subject, name),
    subject: oneLine(mail.subject, LIMITS.subjectLength),
    html: mail.html ?? textAsHtml(mail.text ?? ''),
    recipients: { to: usable(mail.to), cc: usable(mail.cc), bcc: usable(mail.bcc) },
    images: readMailImages(mail.attachments, bytes),
  };
}

async function readOutlook(
  { parser }: ImportDeps,
  { name, bytes }: { name: string; bytes: Buffer },
): Promise<Read> {
  const opened = await parser.openOutlook(bytes);
  if (opened === null) throw notReadable();
  const { subject, html, text, to, cc, bcc, files } = opened;
  return {
    name: nameOf(subject, name),
    subject: oneLine(subject, LIMITS.subjectLength),
    html: (html ?? textAsHtml(text ?? '')).slice(0, LONGEST_HTML),
    recipients: { to: usable(to), cc: usable(cc), bcc: usable(bcc) },
    images: files.flatMap(({ contentId, name: called, bytes: image }) =>
      contentId === null || image.length > TEMPLATE_LIMITS.imageBytes
        ? []
        : [{ contentId, name: called, open: async () => Buffer.from(image) }],
    ),
  };
}

function readPage({ name, bytes }: { name: string; bytes: Buffer }): Read {
  const start = bytes.toString('latin1', 0, DECLARED_WITHIN);
  const html = decodeCharset(bytes, CHARSET.exec(start)?.[1] ?? null).slice(0, LONGEST_HTML);
  const title = htmlToText(TITLE.exec(html)?.[1] ?? '', LIMITS.subjectLength);
  return {
    name: nameOf(title, name),
    subject: oneLine(title, LIMITS.subjectLength),
    html,
    recipients: { to: [], cc: [], bcc: [] },
    images: [],
  };
}

function nameOf(title: string, fileName: string): string {
  const name = oneLine(title, TEMPLATE_LIMITS.nameLength);
  return name === ''
    ? oneLine(fileName.replace(/\.\w+$/, ''), TEMPLATE_LIMITS.nameLength) || 'Template'
    : name;
}

function oneLine(text: string, most: number): string {
  return [...text.replace(CONTROL, ' ').trim()].slice(0, most).join('').slice(0, most).toWellFormed().trim();
}

function usable(addresses: MailAddress[]): MailAddress[] {
  return addresses
    .filter(({ email }) => isValidAddress(email))
    .slice(0, TEMPLATE_LIMITS.recipients)
    .map(({ name, email }) => ({ name: oneLine(name, LIMITS.recipientLength), email }));
}
