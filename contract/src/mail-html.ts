/**
 * The allowlist of HTML in mail: one security policy for its four readings. A message is shown (web), quoted in one of
 * ours (server), pasted into the editor (web) and part of a signature (server). What each of them adds or leaves out
 * stands here, beside the others. Whoever changes a line changes what an attacker may send.
 */

const words = (text: string): string[] => text.split(' ');

/** What the editor makes: the elements of pasted text and of signatures. */
export const WRITTEN_TAGS = words(
  'a b blockquote br center code del div em font h1 h2 h3 h4 h5 h6 hr i img ins li mark ol p pre s span strike strong sub sup table tbody td tfoot th thead tr u ul',
);

/** What is written here, and the quote below it that has no look of its own, leave in one family and size. */
export const WRITTEN_FONT = 'Arial, Helvetica, sans-serif';
/** What messages are read in here: one's own words are no smaller. */
export const WRITTEN_SIZE = 15;
export const WRITTEN_STYLE = `font-family:${WRITTEN_FONT};font-size:${WRITTEN_SIZE}px;line-height:1.5`;

/** The elements of messages that are shown or quoted. */
export const MAIL_TAGS = [
  ...WRITTEN_TAGS,
  ...words(
    'abbr acronym address area article aside bdi bdo big caption cite col colgroup dd details dfn dir dl dt figcaption figure footer header kbd main map nav q rp rt ruby samp section small summary time tt var wbr',
  ),
];

/** Removed together with their content; of other unknown elements the content is kept. */
export const DROPPED_WITH_CONTENT = words(
  'script style template noscript noembed noframes iframe frame frameset object embed applet svg math video audio canvas select option textarea title xmp plaintext',
);

/** Attributes of pasted text, which takes on the style of the text around it. */
export const PASTED_ATTRIBUTES = words(
  'align alt bgcolor border cellpadding color colspan height href rowspan size src start style type valign width',
);

/** Presentational attributes, in quotes and signatures. */
export const LOOK_ATTRIBUTES = words(
  'align alt bgcolor border cellpadding cellspacing cite color cols colspan dir face height hspace lang noshade nowrap reversed rowspan rules size span start style title type valign vspace width',
);

/** Attributes that name something, by the element that may have them. */
export const NAMING_ATTRIBUTES: Record<string, string[]> = {
  a: ['href', 'name'],
  area: ['href', 'shape', 'coords'],
  img: ['src', 'usemap'],
  map: ['name'],
};

/** Attributes of a message that is shown in its frame: names and classes can meet nothing of ours there. */
export const SHOWN_ATTRIBUTES = [
  ...LOOK_ATTRIBUTES,
  ...new Set(Object.values(NAMING_ATTRIBUTES).flat()),
  ...words(
    'abbr axis background char charoff class clear compact datetime headers id media scope summary value',
  ),
];

/** Where a link may lead. */
export const LINK_SCHEMES = ['http', 'https', 'mailto', 'tel'];
/** Where an image may come from, besides what a client names by itself. */
export const IMAGE_SCHEMES = ['http', 'https', 'cid', 'data'];
/** Raster images only as `data:`, because an SVG is a document that can contain scripts. */
export const RASTER_IMAGE_DATA = /^data:image\/(png|jpe?g|gif|webp|avif|bmp);base64,/i;

/** Styles in quotes and signatures: no URL, no escape, no function except colours. */
const HARMLESS = /^(?:[\p{L}\d\s#%.,!'"/+-]|\b(?:rgb|hsl)a?\([\d\s.,%/]*\))*$/iu;
/** No negative values: quoted HTML must not cover the text of the person who quotes it. */
const NOT_NEGATIVE = /^[\p{L}\d\s%.!]*$/iu;
const LOOKS = words(
  'background background-color border border-bottom border-bottom-color border-bottom-style border-bottom-width border-collapse border-color border-left border-left-color border-left-style border-left-width border-radius border-right border-right-color border-right-style border-right-width border-spacing border-style border-top border-top-color border-top-style border-top-width border-width box-sizing caption-side clear color direction display empty-cells float font font-family font-size font-style font-variant font-weight letter-spacing line-height list-style list-style-position list-style-type opacity outline overflow overflow-wrap table-layout text-align text-decoration text-decoration-color text-decoration-line text-decoration-style text-indent text-overflow text-transform unicode-bidi vertical-align visibility white-space word-break word-spacing word-wrap',
);
const MEASURES = words(
  'height margin margin-bottom margin-left margin-right margin-top max-height max-width min-height min-width padding padding-bottom padding-left padding-right padding-top width',
);

/** Whether a value of a style property is allowed in quotes and signatures. */
export const HARMLESS_STYLES: ReadonlyMap<string, RegExp> = new Map([
  ...LOOKS.map((property) => [property, HARMLESS] as const),
  ...MEASURES.map((property) => [property, NOT_NEGATIVE] as const),
]);
