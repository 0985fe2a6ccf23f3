import { structureOf } from './body-structure.ts';
import { bundleRest } from './bundle-files.ts';
import { clip } from './clip-text.ts';
import { decodeCharset } from './decode-charset.ts';
import { decodeTransfer } from './decode-transfer.ts';
import { decodeHeaderBytes } from './decode-words.ts';
import { cleanType, describeFiles, type FoundFile, type ReadFile } from './describe-files.ts';
import { extractUuencoded } from './extract-uuencoded.ts';
import { unfoldFlowed } from './flowed-text.ts';
import { htmlToText } from './html-to-text.ts';
import { mailLimits } from './mail-limits.ts';
import { parseParameters } from './parse-parameters.ts';
import type { ParsedMail } from './parsed-mail.ts';
import { findPlace } from './place-in-source.ts';
import { makeSnippet, plainWords } from './plain-words.ts';
import { interpretHeaders, readHeaders } from './read-headers.ts';
import { readTnef } from './read-tnef.ts';
import { headerValue } from './split-headers.ts';
import { type MimePart, splitParts } from './split-parts.ts';

export type ReadMail = { mail: Omit<ParsedMail, 'attachments'>; files: ReadFile[] };

type Body = { text: string | null; html: string | null };
type Reading = {
  raw: Buffer;
  charset: string | null;
  files: FoundFile[];
  tnefBodies: Body[];
  clipped: boolean;
  bodyBytesLeft: number;
};

/** The maximum number of bytes per character of a kept body before transfer decoding. */
const rawBytesPerCharacter = 12;

/** The full reading: parts, bodies, attachments. Works on bytes in memory only. */
export function readMail(raw: Buffer): ReadMail {
  const { root, cut } = splitParts(raw);
  const charset = firstCharset(root);
  const reading: Reading = {
    raw,
    charset,
    files: [],
    tnefBodies: [],
    clipped: cut,
    bodyBytesLeft: mailLimits.bodyCharacters * rawBytesPerCharacter,
  };
  const body = withTnefBodies(
    readPart(reading, root, { alternative: false, root: true }),
    reading.tnefBodies,
  );
  const text = body.text === null ? null : clipBody(reading, body.text);
  const html = body.html === null ? null : clipBody(reading, body.html);
  const words = readableText(text, html);
  return {
    mail: {
      reading: 'full',
      ...interpretHeaders(root.fields, charset),
      text,
      html,
      bodyClipped: reading.clipped,
      snippet: makeSnippet(words, mailLimits.snippetCharacters),
      searchText: plainWords(shownText(text, html) || words, mailLimits.searchCharacters),
      structure: structureOf(raw, root),
    },
    files: bundleRest(describeFiles(reading.files, html)),
  };
}

function clipBody(reading: Reading, body: string): string {
  if (body.length > mailLimits.bodyCharacters) reading.clipped = true;
  return clip(body, mailLimits.bodyCharacters);
}

/** A plain part that only says "see the HTML version" is not used for search or lists. */
function readableText(text: string | null, html: string | null): string {
  const plain = text?.trim() ?? '';
  if (html === null || plain.length >= 100) return plain;
  const shown = htmlToText(html, mailLimits.searchCharacters * 2);
  return shown.length > plain.length ? shown : plain;
}

/** The text that the reading pane shows, which the plain alternative may lack. */
function shownText(text: string | null, html: string | null): string {
  return html === null ? (text ?? '') : htmlToText(html, mailLimits.searchCharacters * 2);
}

function readPart(reading: Reading, part: MimePart, place: { alternative: boolean; root: boolean }): Body {
  const pending: { part: MimePart; bodies: Body[]; next: number }[] = [];
  let result = part.children.length === 0 ? readLeaf(reading, part, place) : null;
  if (result !== null) return result;
  // Nesting may exceed the call stack, so this uses an explicit stack.
  pending.push({ part, bodies: [], next: 0 });
  for (let top = pending.at(-1); top !== undefined; top = pending.at(-1)) {
    const child = top.part.children[top.next];
    top.next += 1;
    const alternative = top.part.contentType.value === 'multipart/alternative';
    if (child === undefined) {
      result = alternative ? pickAlternative(top.bodies) : joinBodies(top.bodies);
      pending.pop();
      pending.at(-1)?.bodies.push(result);
    } else if (child.children.length > 0) pending.push({ part: child, bodies: [], next: 0 });
    else top.bodies.push(readLeaf(reading, child, { alternative, root: false }));
  }
  return result ?? { text: null, html: null };
}

function pickAlternative(bodies: Body[]): Body {
  // The last alternative is the richest (RFC 2046 5.1.4); the plain text is the first plain part.
  return {
    text:
      bodies.find((body) => body.text !== null && body.text !== '')?.text ??
      bodies.find((body) => body.text !== null)?.text ??
      null,
    html: bodies.findLast((body) => body.html !== null && body.html !== '')?.html ?? null,
  };
}

function joinBodies(bodies: Body[]): Body {
  const shown = bodies.filter((body) => body.text !== null || body.html !== null);
  const [only] = shown;
  if (only === undefined) return { text: null, html: null };
  if (shown.length === 1) return only;
  const rich = shown.some((body) => body.html !== null);
  const texts = shown.map((body) => body.text ?? htmlToText(body.html ?? '', mailLimits.bodyCharacters));
  return {
    text: texts.filter((text) => text !== '').join('\n\n'),
    html: rich ? shown.map((body) => body.html ?? textAsHtml(body.text ?? '')).join('\n<hr>\n') : null,
  };
}

/**
 * Outlook sends its text twice, as text and in the winmail.dat: the fuller form is shown, and differing text
 * too.
 */
function withTnefBodies(body: Body, within: Body[]): Body {
  return within.reduce((shown, tnef) => {
    const [known, found] = [lettersOf(shown), lettersOf(tnef)];
    if (found === '' || known.includes(found)) return shown;
    return found.startsWith(known) ? tnef : joinBodies([shown, tnef]);
  }, body);
}

function lettersOf({ text, html }: Body): string {
  const words = text ?? htmlToText(html ?? '', mailLimits.searchCharacters);
  return clip(words, mailLimits.searchCharacters).replace(/[^\p{L}\p{N}]+/gu, '');
}

function textAsHtml(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<div style="white-space: pre-wrap">${escaped}</div>`;
}

function readLeaf(reading: Reading, part: MimePart, place: { alternative: boolean; root: boolean }): Body {
  const nothing = { text: null, html: null };
  const type = part.contentType.value.startsWith('multipart/') ? 'text/plain' : part.contentType.value;
  const disposition = parseParameters(headerValue(part.fields, 'content-disposition') ?? '', reading.charset);
  const name = disposition.parameters.get('filename') ?? part.contentType.parameters.get('name') ?? null;
  const shownText = type === 'text/plain' || type === 'text/html' || type === 'application/xhtml+xml';
  const attached = disposition.value === 'attachment' || (name !== null && !place.alternative && !place.root);
  if (shownText && !attached) return readBody(reading, part, type);
  // A duplicate form of the same text, which no reader here shows.
  if (
    place.alternative &&
    (type === 'text/x-amp-html' || type === 'text/watch-html' || type === 'text/enriched')
  )
    return nothing;
  if (reading.files.length >= mailLimits.foundFiles) {
    reading.clipped = true;
    return nothing;
  }
  const bytes = decodeTransfer(reading.raw.subarray(part.bodyStart, part.bodyEnd), transferEncoding(part));
  if (bytes.length === 0 && name === null) return nothing;
  if (
    type === 'application/ms-tnef' ||
    type === 'application/vnd.ms-tnef' ||
    /^winmail\.dat$/i.test(name ?? '')
  ) {
    const opened = openTnef(reading, bytes);
    if (opened !== null) {
      reading.tnefBodies.push(opened);
      return nothing;
    }
  }
  reading.files.push({
    name: name ?? nameOfMessage(type, bytes),
    contentType: type,
    contentId: contentIdOf(part),
    bytes,
    place: findPlace(reading.raw, part.bodyStart, part.bodyEnd, bytes),
  });
  return nothing;
}

function readBody(reading: Reading, part: MimePart, type: string): Body {
  const size = part.bodyEnd - part.bodyStart;
  if (size > reading.bodyBytesLeft) reading.clipped = true;
  const kept = Math.min(size, Math.max(0, reading.bodyBytesLeft));
  reading.bodyBytesLeft -= kept;
  const parameters = part.contentType.parameters;
  const bytes = decodeTransfer(
    reading.raw.subarray(part.bodyStart, part.bodyStart + kept),
    transferEncoding(part),
  );
  if (type !== 'text/plain')
    return { text: null, html: decodeCharset(bytes, parameters.get('charset') ?? metaCharset(bytes)) };
  const text = decodeCharset(bytes, parameters.get('charset') ?? null).replace(/\r\n?/g, '\n');
  const extracted = extractUuencoded(text);
  for (const file of extracted.files) {
    if (reading.files.length >= mailLimits.foundFiles) {
      reading.clipped = true;
      break;
    }
    reading.files.push({
      name: file.name,
      contentType: 'application/octet-stream',
      contentId: null,
      bytes: file.bytes,
      place: null,
    });
  }
  const flowed = parameters.get('format')?.toLowerCase() === 'flowed';
  const deleteSpace = parameters.get('delsp')?.toLowerCase() === 'yes';
  return { text: flowed ? unfoldFlowed(extracted.text, deleteSpace) : extracted.text, html: null };
}

function transferEncoding(part: MimePart): string {
  return headerValue(part.fields, 'content-transfer-encoding') ?? '';
}

/** Null when it could not be opened; then the winmail.dat is an ordinary attachment. */
function openTnef(reading: Reading, bytes: Buffer): Body | null {
  const content = readTnef(bytes);
  if (content === null || (content.files.length === 0 && content.text === null && content.html === null))
    return null;
  for (const file of content.files) {
    // One slot is reserved for the winmail.dat itself.
    if (reading.files.length >= mailLimits.foundFiles - 1) {
      content.complete = false;
      break;
    }
    const contentType = cleanType(file.contentType ?? 'application/octet-stream');
    reading.files.push({ ...file, contentType, place: null });
  }
  if (!content.complete) {
    const contentType = 'application/ms-tnef';
    reading.files.push({ name: 'winmail.dat', contentType, contentId: null, bytes, place: null });
  }
  return { text: content.text, html: content.html };
}

/** A forwarded message without a name is named after its subject. */
function nameOfMessage(type: string, bytes: Buffer): string | null {
  if (type !== 'message/rfc822' && type !== 'message/global') return null;
  const { subject } = readHeaders(bytes.subarray(0, 65_536));
  return subject === '' ? null : `${subject.replace(/[/\\]/g, '-').slice(0, 100)}.eml`;
}

function contentIdOf(part: MimePart): string | null {
  const id = (headerValue(part.fields, 'content-id') ?? '').replace(/[<>\s]+/g, '');
  return id === '' || id.length > mailLimits.messageIdLength ? null : decodeHeaderBytes(id, null);
}

/** The charset that an HTML document declares itself. */
function metaCharset(bytes: Buffer): string | null {
  const head = bytes.toString('latin1', 0, 2_048);
  return /<meta[^>]{0,200}?charset\s?=\s?["']?([\w.:-]{1,40})/i.exec(head)?.[1] ?? null;
}

function firstCharset(root: MimePart): string | null {
  const pending = [root];
  for (let looked = 0; looked < 20; looked += 1) {
    const part = pending.shift();
    if (part === undefined) return null;
    const charset = part.contentType.parameters.get('charset');
    if (charset !== undefined && part.contentType.value.startsWith('text/')) return charset;
    pending.push(...part.children.slice(0, 20));
  }
  return null;
}
