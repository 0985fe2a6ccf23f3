import {
  DROPPED_WITH_CONTENT,
  HARMLESS_STYLES,
  IMAGE_SCHEMES,
  LINK_SCHEMES,
  LOOK_ATTRIBUTES,
  MAIL_TAGS,
  NAMING_ATTRIBUTES,
  RASTER_IMAGE_DATA,
  WRITTEN_TAGS,
} from '@bocau/contract/mail-html.ts';
import sanitize from 'sanitize-html';
import { htmlToText } from './html-to-text.ts';
import { mailLimits } from './mail-limits.ts';
import { textAsHtml } from './text-as-html.ts';

const LONGEST_STYLE = 4_000;
const DEEPEST = 200;
/** The parser's cost is quadratic in the depth: 300,000 open elements would take a minute. */
const DEEPEST_PARSED = 2_000;
/** A line that links to a file of the drive, as the editor writes it, names the file. */
const DRIVE_FILE = 'data-drive-file';
const DRIVE_ID = /^[0-9a-f-]{36}$/;
/** A file of the mailbox, as the editor names it. */
const OWN_FILE = /^\/api\/v2\/files\/[0-9a-f-]{36}\/download(\?inline=1)?$/;
/** An image of a template of the domain. */
const COMMON_IMAGE = /^\/api\/v2\/domain-templates\/images\/[0-9a-f-]{36}$/;
const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;
/** For each element, the open elements without an end tag that its start tag closes implicitly. */
const ENDED_BY = new Map(
  Object.entries({
    p: ['p'],
    li: ['li'],
    td: ['td', 'th'],
    th: ['td', 'th'],
    tr: ['td', 'th', 'tr'],
    dt: ['dt', 'dd'],
    dd: ['dt', 'dd'],
  }),
);

/**
 * Sanitizes HTML of other people for use in our messages: keeps the look, removes scripts, remote requests
 * and overlays. The cost depends on the author, so it runs in a worker.
 */
export function cleanMailHtml(html: string): string {
  if (isTooDeep(html)) return textAsHtml(htmlToText(html, mailLimits.bodyCharacters));
  return clean(html, MAIL_TAGS, isPicture);
}

/** Sanitizes a signature: keeps what the editor produces, without remote images. */
export function cleanSignature(html: string): string {
  if (isTooDeep(html)) return textAsHtml(htmlToText(html, mailLimits.bodyCharacters));
  return clean(html, WRITTEN_TAGS, isOwnPicture);
}

/** Sanitizes a template, whose lines may name files of the writer's drive. */
export function cleanTemplate(html: string): string {
  if (isTooDeep(html)) return textAsHtml(htmlToText(html, mailLimits.bodyCharacters));
  return clean(html, WRITTEN_TAGS, isOwnPicture, { p: [DRIVE_FILE] });
}

/** Sanitizes a template that many people use: it names no files of a drive, and shows its images and those to be copied. */
export function cleanCommonTemplate(html: string): string {
  if (isTooDeep(html)) return textAsHtml(htmlToText(html, mailLimits.bodyCharacters));
  return clean(html, WRITTEN_TAGS, isCommonPicture);
}

function clean(
  html: string,
  tags: string[],
  allowsImage: (src: string | undefined) => boolean,
  more: Record<string, string[]> = {},
): string {
  return sanitize(html, {
    allowedTags: tags,
    allowedAttributes: { '*': LOOK_ATTRIBUTES, ...NAMING_ATTRIBUTES, ...more },
    // A full CSS parser for each attribute would dominate the cost.
    parseStyleAttributes: false,
    allowedSchemes: LINK_SCHEMES,
    allowedSchemesByTag: { img: IMAGE_SCHEMES },
    allowProtocolRelative: false,
    nonTextTags: DROPPED_WITH_CONTENT,
    transformTags: { body: 'div', '*': withHarmlessStyle },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !allowsImage(attribs.src),
    disallowedTagsMode: 'discard',
    nestingLimit: DEEPEST,
  });
}

/** Whether more elements are open at once than the parser should handle; one pass. */
function isTooDeep(html: string): boolean {
  const open: string[] = [];
  const known = new Map<string, number>();
  const close = () => {
    const last = open.pop() as string;
    known.set(last, (known.get(last) as number) - 1);
    return last;
  };
  for (const [, slash, given = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9:-]*)/gi)) {
    const name = given.toLowerCase();
    if (slash === '/') {
      // An end tag without an open element closes nothing.
      if (known.get(name)) while (close() !== name);
    } else if (!VOID.test(name)) {
      while (ENDED_BY.get(name)?.includes(open.at(-1) ?? '')) close();
      open.push(name);
      known.set(name, (known.get(name) ?? 0) + 1);
      if (open.length > DEEPEST_PARSED) return true;
    }
  }
  return false;
}

function withHarmlessStyle(tagName: string, given: sanitize.Attributes): sanitize.Tag {
  const { [DRIVE_FILE]: file, ...others } = given;
  const attribs = file !== undefined && DRIVE_ID.test(file) ? given : others;
  const { style, ...rest } = attribs;
  if (style === undefined) return { tagName, attribs };
  const harmless = style.length > LONGEST_STYLE ? '' : harmlessStyle(style);
  return { tagName, attribs: harmless === '' ? rest : { ...attribs, style: harmless } };
}

/**
 * The declarations on the allowlist. A semicolon inside quotes also splits them: each half then has an
 * unbalanced quote and is dropped.
 */
function harmlessStyle(style: string): string {
  const kept: string[] = [];
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim();
    if (
      value !== '' &&
      HARMLESS_STYLES.get(property)?.test(value) &&
      isEven(value, '"') &&
      isEven(value, "'")
    )
      kept.push(`${property}:${value}`);
  }
  return kept.join(';');
}

function isEven(text: string, mark: string): boolean {
  return text.split(mark).length % 2 === 1;
}

function isPicture(src: string | undefined): boolean {
  if (src === undefined) return false;
  return !/^data:/i.test(src) || RASTER_IMAGE_DATA.test(src);
}

function isCommonPicture(src: string | undefined): boolean {
  return isOwnPicture(src) || (src !== undefined && COMMON_IMAGE.test(src));
}

function isOwnPicture(src: string | undefined): boolean {
  return src !== undefined && OWN_FILE.test(src);
}
