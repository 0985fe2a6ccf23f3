import sanitize from 'sanitize-html';
import { htmlToText } from './html-to-text.ts';
import { mailLimits } from './mail-limits.ts';
import { textAsHtml } from './text-as-html.ts';

const TAGS =
  'a abbr acronym address area article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details dfn dir div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main map mark ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr'.split(
    ' ',
  );
const ATTRIBUTES =
  'align alt bgcolor border cellpadding cellspacing cite color cols colspan dir face height hspace lang noshade nowrap reversed rowspan rules size span start style title type valign vspace width'.split(
    ' ',
  );
/** They go with all that is in them; of other unknown elements the content stays. */
const WITHOUT_CONTENT =
  'script style template noscript noembed noframes iframe frame frameset object embed applet svg math video audio canvas select option textarea title xmp plaintext'.split(
    ' ',
  );

/** No address, no escape, no function but those of colours. */
const HARMLESS = /^(?:[\p{L}\d\s#%.,!'"/+-]|\b(?:rgb|hsl)a?\([\d\s.,%/]*\))*$/iu;
/** Nothing is pulled over the words of whoever quotes it. */
const NOT_NEGATIVE = /^[\p{L}\d\s%.!]*$/iu;
const LOOKS =
  'background background-color border border-bottom border-bottom-color border-bottom-style border-bottom-width border-collapse border-color border-left border-left-color border-left-style border-left-width border-radius border-right border-right-color border-right-style border-right-width border-spacing border-style border-top border-top-color border-top-style border-top-width border-width box-sizing caption-side clear color direction display empty-cells float font font-family font-size font-style font-variant font-weight letter-spacing line-height list-style list-style-position list-style-type opacity outline overflow overflow-wrap table-layout text-align text-decoration text-decoration-color text-decoration-line text-decoration-style text-indent text-overflow text-transform unicode-bidi vertical-align visibility white-space word-break word-spacing word-wrap'.split(
    ' ',
  );
const MEASURES =
  'height margin margin-bottom margin-left margin-right margin-top max-height max-width min-height min-width padding padding-bottom padding-left padding-right padding-top width'.split(
    ' ',
  );
const STYLES = new Map([
  ...LOOKS.map((property) => [property, HARMLESS] as const),
  ...MEASURES.map((property) => [property, NOT_NEGATIVE] as const),
]);
const LONGEST_STYLE = 4_000;
const DEEPEST = 200;
/** The parser's work grows with the square of the depth: 300,000 open elements would take it a minute. */
const DEEPEST_PARSED = 2_000;
const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;
/** What an element ends that stands right before it without an end of its own. */
const ENDED_BY: Record<string, string[]> = {
  p: ['p'],
  li: ['li'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  tr: ['td', 'th', 'tr'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
};

/**
 * Other people's HTML as it may stand in a letter of ours: its look, and nothing that runs, asks or covers. What it
 * costs depends on who wrote it, so it is for a worker.
 */
export function cleanMailHtml(html: string): string {
  if (isTooDeep(html)) return textAsHtml(htmlToText(html, mailLimits.bodyCharacters));
  return sanitize(html, {
    allowedTags: TAGS,
    allowedAttributes: {
      '*': ATTRIBUTES,
      a: ['href', 'name'],
      area: ['href', 'shape', 'coords'],
      img: ['src', 'usemap'],
      map: ['name'],
    },
    // A whole parser of style sheets for each attribute would take most of the time.
    parseStyleAttributes: false,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https', 'cid', 'data'] },
    allowProtocolRelative: false,
    nonTextTags: WITHOUT_CONTENT,
    transformTags: { body: 'div', '*': withHarmlessStyle },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isPicture(attribs.src),
    disallowedTagsMode: 'discard',
    nestingLimit: DEEPEST,
  });
}

/** Whether more elements are open at once than the parser is to be asked for, told in one pass. */
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
      // One that ends nothing leaves everything open.
      if (known.get(name)) while (close() !== name);
    } else if (!VOID.test(name)) {
      while (ENDED_BY[name]?.includes(open.at(-1) ?? '')) close();
      open.push(name);
      known.set(name, (known.get(name) ?? 0) + 1);
      if (open.length > DEEPEST_PARSED) return true;
    }
  }
  return false;
}

function withHarmlessStyle(tagName: string, attribs: sanitize.Attributes): sanitize.Tag {
  const { style, ...rest } = attribs;
  if (style === undefined) return { tagName, attribs };
  const harmless = style.length > LONGEST_STYLE ? '' : harmlessStyle(style);
  return { tagName, attribs: harmless === '' ? rest : { ...attribs, style: harmless } };
}

/**
 * The declarations that are known to be harmless. A semicolon between quotes parts them too: what is left on either
 * side has half a pair of quotes, and goes.
 */
function harmlessStyle(style: string): string {
  const kept: string[] = [];
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim();
    if (value !== '' && STYLES.get(property)?.test(value) && isEven(value, '"') && isEven(value, "'"))
      kept.push(`${property}:${value}`);
  }
  return kept.join(';');
}

function isEven(text: string, mark: string): boolean {
  return text.split(mark).length % 2 === 1;
}

/** Of data addresses only pictures of dots, because an SVG is a document. */
function isPicture(src: string | undefined): boolean {
  if (src === undefined) return false;
  return !/^data:/i.test(src) || /^data:image\/(png|jpeg|gif|webp);base64,/i.test(src);
}
