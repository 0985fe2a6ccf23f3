export type XmlTag = {
  /** Without its namespace prefix. */
  name: string;
  isEnd: boolean;
  /** `<tag/>` has no end tag. */
  isEmpty: boolean;
  attribute(name: string): string | null;
};

export type XmlReader = { text(text: string): void; tag(tag: XmlTag): void };

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const NAME = /^\/?(?:[\w.-]+:)?([\w.-]+)/;
const LAST_CODE_POINT = 0x10ffff;

/** Scans XML to its end or to where it breaks off, in linear time. */
export function scanXml(xml: string, reader: XmlReader): void {
  let at = 0;
  while (at < xml.length) {
    const open = xml.indexOf('<', at);
    const end = open < 0 ? xml.length : open;
    if (end > at) reader.text(decodeEntities(xml.slice(at, end)));
    if (open < 0) return;
    const close = xml.indexOf('>', open);
    if (close < 0) return;
    const inner = xml.slice(open + 1, close);
    const name = NAME.exec(inner)?.[1];
    if (name !== undefined) reader.tag(tagOf(name, inner));
    at = close + 1;
  }
}

function tagOf(name: string, inner: string): XmlTag {
  return {
    name,
    isEnd: inner.startsWith('/'),
    isEmpty: inner.endsWith('/'),
    attribute(wanted) {
      const begin = inner.search(new RegExp(`\\s${wanted}\\s*=\\s*["']`));
      if (begin < 0) return null;
      const quote = inner.slice(begin).search(/["']/) + begin;
      const end = inner.indexOf(inner[quote] as string, quote + 1);
      return end < 0 ? null : decodeEntities(inner.slice(quote + 1, end));
    },
  };
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= LAST_CODE_POINT ? String.fromCodePoint(code) : '';
  });
}
