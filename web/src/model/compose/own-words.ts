/** Marks the element that contains the signature: it does not count as content. */
const SIGNATURE_OPENS = /<div\b[^>]*\bdata-signature\b[^>]*>/i;
const DIV = /<(\/?)div\b[^>]*>/gi;
const TAG = /<[^>]*>/g;
const IMAGE = /<img\b[^>]*>/gi;
const LINK_TARGET = /\bhref\s*=\s*("[^"]*"|'[^']*')/gi;
const INLINE_FILE = /\/api\/v2\/files\/([^/?"'\s<>]{1,100})\/download\?inline=1/g;

const NAMED: Record<string, string> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function signatureBlock(signature: string): string {
  return `<p></p><div data-signature>${signature}</div>`;
}

/** HTML without its signature. The editor writes well-formed HTML, so counting tags finds the end. */
export function withoutSignature(html: string): string {
  const opening = SIGNATURE_OPENS.exec(html);
  if (!opening) return html;
  let depth = 0;
  DIV.lastIndex = opening.index;
  for (let tag = DIV.exec(html); tag; tag = DIV.exec(html)) {
    depth += tag[1] === '/' ? -1 : 1;
    if (depth === 0) return html.slice(0, opening.index) + html.slice(DIV.lastIndex);
  }
  return html.slice(0, opening.index);
}

/** The readable text, without formatting. */
export function textOf(html: string): string {
  return html
    .replace(TAG, ' ')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,5}));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return NAMED[String(name).toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replace(/[\s\u200b\ufeff]+/gu, ' ')
    .trim();
}

export function countImages(html: string): number {
  return html.match(IMAGE)?.length ?? 0;
}

/** The targets of all links, in order. */
export function linksOf(html: string): string[] {
  return [...html.matchAll(LINK_TARGET)].map(([, quoted = '']) => textOf(quoted.slice(1, -1)));
}

/** A body of images alone is not empty. */
export function hasWords(html: string): boolean {
  const own = withoutSignature(html);
  return textOf(own) !== '' || countImages(own) > 0;
}

export function inlineSource(fileId: string): string {
  return `/api/v2/files/${encodeURIComponent(fileId)}/download?inline=1`;
}

/** The ids of the images that are shown inline. */
export function inlineFileIds(html: string): Set<string> {
  return new Set([...html.matchAll(INLINE_FILE)].map(([, id = '']) => decode(id)));
}

/** The server copied files: the text now refers to the copies. */
export function renameInlineFiles(html: string, renamed: ReadonlyMap<string, string>): string {
  return html.replace(INLINE_FILE, (source, id: string) => {
    const now = renamed.get(decode(id));
    return now === undefined ? source : inlineSource(now);
  });
}

/** Plain text as the editor's HTML: one paragraph per line. */
export function paragraphs(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `<p>${escapeText(line)}</p>`)
    .join('');
}

function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function decode(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch (error) {
    if (error instanceof URIError) return id;
    throw error;
  }
}
