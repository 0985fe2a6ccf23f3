import type { NamedImages } from './named-images.ts';

/** Longer style sheets than this are no letter's. */
const LONGEST_SHEET = 300_000;

/** Properties that load, run or reach further than the place of their element. */
const REFUSED_PROPERTY =
  /^(--|-webkit-(mask|box-reflect|user-modify)|-moz-|behavior|src$|content$|cursor$|filter$|backdrop|mask|clip-path|offset|shape-|animation|transition|will-change|view-transition|container|zoom$|all$|pointer-events|user-select|z-index|resize|appearance|-webkit-appearance|color-scheme|forced-color)/;

/** The only ones whose value may name an image. */
const MAY_NAME_IMAGES = /^(background-image|list-style-image)$/;

const KNOWN_FUNCTIONS = new Set([
  'rgb',
  'rgba',
  'hsl',
  'hsla',
  'hwb',
  'lab',
  'lch',
  'oklab',
  'oklch',
  'color',
  'color-mix',
  'light-dark',
  'calc',
  'min',
  'max',
  'clamp',
  'minmax',
  'repeat',
  'fit-content',
  'linear-gradient',
  'radial-gradient',
  'conic-gradient',
  'repeating-linear-gradient',
  'repeating-radial-gradient',
  'repeating-conic-gradient',
  'translate',
  'translatex',
  'translatey',
  'scale',
  'scalex',
  'scaley',
  'rotate',
  'skew',
  'skewx',
  'skewy',
  'matrix',
  'rect',
  'inset',
]);

const FUNCTION = /([a-z-]+)\(/gi;
const IMAGE = /url\("((?:[^"\\]|\\.)*)"\)/g;
/** Units of the frame's own height would grow with it for ever. */
const OF_THE_FRAME = /\d(d|s|l)?v(h|b|min|max)\b/i;
const LEAVES_ITS_PLACE = /^(fixed|sticky|-webkit-sticky)$/;

/**
 * A mail's style sheet, read by the browser's own parser and written anew: plain rules and those of @media, nothing
 * that loads by itself. Whatever holds a `<` could end the style element that it is put into, and goes.
 */
export function filterSheet(text: string, images: NamedImages): string {
  if (text.length > LONGEST_SHEET) return '';
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return printRules(sheet.cssRules, images);
}

/** What an element's `style` says, without what it must not say. */
export function filterInlineStyle(text: string, images: NamedImages): string {
  scratch ??= document.implementation.createHTMLDocument('').createElement('div');
  scratch.style.cssText = text;
  return filterDeclarations(scratch.style, images);
}

let scratch: HTMLElement | undefined;

function printRules(rules: CSSRuleList, images: NamedImages): string {
  const printed: string[] = [];
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) {
      const declarations = filterDeclarations(rule.style, images);
      const text = `${rule.selectorText} { ${declarations} }`;
      if (declarations !== '' && !text.includes('<')) printed.push(text);
    }
    // The sheet is drawn as we say, light or dark.
    if (rule instanceof CSSMediaRule && !/prefers-|[<]/.test(rule.conditionText)) {
      const inner = printRules(rule.cssRules, images);
      if (inner !== '') printed.push(`@media ${rule.conditionText} {\n${inner}\n}`);
    }
  }
  return printed.join('\n');
}

function filterDeclarations(style: CSSStyleDeclaration, images: NamedImages): string {
  const kept: string[] = [];
  for (const property of style) {
    const value = filterValue(property, style.getPropertyValue(property), images);
    if (value === null) continue;
    const priority = style.getPropertyPriority(property);
    kept.push(`${property}: ${value}${priority === '' ? '' : ' !important'}`);
  }
  return kept.join('; ');
}

function filterValue(property: string, value: string, images: NamedImages): string | null {
  if (value === '' || REFUSED_PROPERTY.test(property)) return null;
  if (property === 'position' && LEAVES_ITS_PLACE.test(value)) return null;
  if (OF_THE_FRAME.test(value) || value.includes('<')) return null;
  if (!MAY_NAME_IMAGES.test(property)) return namesOnlyKnownFunctions(value) ? value : null;
  const named = nameImages(value, images);
  return named !== null && namesOnlyKnownFunctions(named.replaceAll(/var\(--image-\d+\)/g, ''))
    ? named
    : null;
}

/** Each image becomes a variable that is set when the image may be shown. */
function nameImages(value: string, images: NamedImages): string | null {
  if (/var\s*\(/i.test(value)) return null;
  let refused = false;
  const named = value.replaceAll(IMAGE, (_, address: string) => {
    const place = images.place(address.replaceAll(/\\(.)/g, '$1'));
    refused ||= place === null;
    return `var(--image-${place})`;
  });
  return refused ? null : named;
}

function namesOnlyKnownFunctions(value: string): boolean {
  return [...value.matchAll(FUNCTION)].every(([, name = '']) => KNOWN_FUNCTIONS.has(name.toLowerCase()));
}
