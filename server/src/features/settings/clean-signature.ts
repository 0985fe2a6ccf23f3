import sanitize from 'sanitize-html';

const COLOUR = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s.,%]{1,40}\)$/i, /^[a-z]{3,20}$/i];
const LENGTH = /^\d{1,4}(\.\d{1,3})?(px|pt|em|rem|%)?$/i;

const STYLES: Record<string, RegExp[]> = {
  color: COLOUR,
  'background-color': COLOUR,
  'font-family': [/^[\p{L}\d\s,'"-]{1,200}$/u],
  'font-size': [LENGTH, /^(x{0,2}-)?(small|large)$|^medium$/i],
  'font-style': [/^(normal|italic)$/i],
  'font-weight': [/^(normal|bold|[1-9]00)$/i],
  'line-height': [LENGTH, /^normal$/i],
  'text-align': [/^(left|right|center|justify)$/i],
  'text-decoration': [/^(none|underline|line-through)$/i],
  'padding-left': [LENGTH],
  'margin-left': [LENGTH],
};

/** What a signature editor makes; the rest goes, and nothing in it runs, loads from us or covers anything. */
export function cleanSignature(html: string): string {
  return sanitize(html, {
    allowedTags: [
      ...['p', 'div', 'span', 'br', 'hr', 'b', 'strong', 'i', 'em', 'u', 's', 'strike', 'sub', 'sup'],
      ...['a', 'img', 'ul', 'ol', 'li', 'blockquote', 'font', 'h1', 'h2', 'h3', 'h4'],
      ...['table', 'thead', 'tbody', 'tr', 'td', 'th'],
    ],
    allowedAttributes: {
      '*': ['style', 'align', 'dir', 'lang'],
      a: ['href', 'title'],
      img: ['src', 'alt', 'width', 'height'],
      font: ['color', 'face', 'size'],
      table: ['border', 'cellpadding', 'cellspacing', 'width'],
      td: ['colspan', 'rowspan', 'width', 'valign'],
      th: ['colspan', 'rowspan', 'width', 'valign'],
    },
    allowedStyles: { '*': STYLES },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https', 'cid', 'data'] },
    allowProtocolRelative: false,
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isPicture(attribs.src),
    disallowedTagsMode: 'discard',
    enforceHtmlBoundary: true,
    nestingLimit: 50,
  });
}

/** Of data addresses only pictures of dots, because an SVG is a document. */
function isPicture(src: string | undefined): boolean {
  if (src === undefined) return false;
  return !/^data:/i.test(src) || /^data:image\/(png|jpeg|gif|webp);base64,/i.test(src);
}
