import sanitize from 'sanitize-html';
import { clip } from '../../platform/mime/clip-text.ts';
import { htmlToText } from '../../platform/mime/html-to-text.ts';
import { mailLimits } from '../../platform/mime/mail-limits.ts';
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
const STYLES = Object.fromEntries([
  ...LOOKS.map((property) => [property, [HARMLESS]]),
  ...MEASURES.map((property) => [property, [NOT_NEGATIVE]]),
]);
const LONGEST_STYLE = 4_000;
const DEEPEST = 200;
/** The parser's work grows with the square of the depth: 300,000 open elements would take it a minute. */
const DEEPEST_PARSED = 2_000;
const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;

/** Other people's HTML as it may stand in a letter of ours: its look, and nothing that runs, asks or covers. */
export function cleanMailHtml(html: string): string {
  const given = clip(html, mailLimits.bodyCharacters);
  if (isTooDeep(given)) return textAsHtml(htmlToText(given, mailLimits.bodyCharacters));
  return sanitize(given, {
    allowedTags: TAGS,
    allowedAttributes: {
      '*': ATTRIBUTES,
      a: ['href', 'name'],
      area: ['href', 'shape', 'coords'],
      img: ['src', 'usemap'],
      map: ['name'],
    },
    allowedStyles: { '*': STYLES },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https', 'cid', 'data'] },
    allowProtocolRelative: false,
    nonTextTags: WITHOUT_CONTENT,
    transformTags: { body: 'div', '*': withoutEndlessStyle },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isPicture(attribs.src),
    disallowedTagsMode: 'discard',
    nestingLimit: DEEPEST,
  });
}

/** Elements that are open at once, counted roughly: what closes by itself counts as open. */
function isTooDeep(html: string): boolean {
  let depth = 0;
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    if (slash === '/') depth = Math.max(0, depth - 1);
    else if (!VOID.test(name.toLowerCase())) depth += 1;
    if (depth > DEEPEST_PARSED) return true;
  }
  return false;
}

function withoutEndlessStyle(tagName: string, attribs: sanitize.Attributes): sanitize.Tag {
  if ((attribs.style?.length ?? 0) <= LONGEST_STYLE) return { tagName, attribs };
  const { style: _, ...rest } = attribs;
  return { tagName, attribs: rest };
}

/** Of data addresses only pictures of dots, because an SVG is a document. */
function isPicture(src: string | undefined): boolean {
  if (src === undefined) return false;
  return !/^data:/i.test(src) || /^data:image\/(png|jpeg|gif|webp);base64,/i.test(src);
}
