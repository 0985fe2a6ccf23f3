import type { Sliced } from '../../lib/in-slices.ts';
import type { NamedImages } from './named-images.ts';

/** Limit for all style sheets of a message together. */
const LONGEST_SHEETS = 300_000;
/** Every element is matched against all selectors, and selectors about siblings look at those, too. */
const MOST_SELECTORS = 6_000;
const MOST_OF_SIBLINGS = 60;
const OF_SIBLINGS = /~|:(?:nth|last|only|empty)/i;
/** Characters that one slice serializes. */
const SLICE = 15_000;

/**
 * Properties that load, run or reach beyond the place of their element. Columns too: a paragraph of 25 KB in
 * fifty columns froze the page for 15 seconds.
 */
const REFUSED_PROPERTY =
  /^(columns$|column-(count|fill|rule|span|width)|-webkit-(column|mask|box-reflect|user-modify)|-moz-|behavior|src$|cursor$|filter$|backdrop|mask|clip-path|offset|shape-|animation|transition|will-change|view-transition|container|zoom$|all$|pointer-events|user-select|z-index|resize|appearance|-webkit-appearance|color-scheme|forced-color)/;

/** The only properties whose value may name an image. */
const MAY_NAME_IMAGES = /^(background|background-image|list-style|list-style-image)$/;

const KNOWN_FUNCTIONS = new Set([
  'var',
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

const FUNCTION = /(?<![a-z-])([a-z-]+)\(/gi;
const VARIABLE = /(?<![\w-])var\(\s*--([\w-]{1,60})(?=\s*[,)])/gi;
/** Variables must not expand exponentially: one reference in each, and little text beside it. */
const LONGEST_VARIABLE = 300;
const LONGEST_BESIDE_VARIABLE = 80;
const MOST_VARIABLES = 300;
const LONGEST_VALUE = 10_000;
/** A shorthand whose value contains a variable has no values for its longhands. */
const SHORTHANDS =
  'background border border-top border-right border-bottom border-left border-color border-style border-width border-radius margin padding font flex flex-flow gap inset list-style outline overflow text-decoration grid-area grid-row grid-column place-content place-items place-self'.split(
    ' ',
  );
/** Only quoted text and counters; a URL would be loaded. */
const HARMLESS_CONTENT =
  /^(?:none|normal|(?:open|close)-quote|(?:\s*(?:"(?:[^"\\<]|\\.)*"|counters?\([\w\s",.-]*\)))+)$/i;
const DEEPEST_RULE = 8;
const MOST_RULES = 3_000;
const IMAGE = /url\("((?:[^"\\]|\\.)*)"\)/g;
/** Viewport units would grow for ever with the frame, whose height follows its content. */
const OF_THE_FRAME = /\d(d|s|l)?v(h|b|min|max)\b/i;
const LEAVES_ITS_PLACE = /^(fixed|sticky|-webkit-sticky)$/;

type Sheets = { css: string; selectors: number; cut: boolean };

/**
 * Filters the style sheets of a message, parsed by the browser and serialized again: plain and nested rules,
 * those in @media, and those in @supports that match; nothing that loads by itself. Anything with a `<` is
 * dropped, as it could end the style element that contains it.
 */
export function* filterSheets(texts: readonly string[], images: NamedImages): Sliced<Sheets> {
  const left: Left = {
    rules: MOST_RULES,
    variables: MOST_VARIABLES,
    selectors: MOST_SELECTORS,
    siblings: MOST_OF_SIBLINGS,
    slice: SLICE,
  };
  const printed: string[] = [];
  let length = 0;
  for (const text of texts) {
    length += text.length;
    if (length > LONGEST_SHEETS) break;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    printed.push(yield* printRules(sheet.cssRules, images, left, 0));
  }
  return {
    css: printed.filter((text) => text !== '').join('\n'),
    selectors: MOST_SELECTORS - Math.max(0, left.selectors),
    cut: length > LONGEST_SHEETS || left.rules <= 0 || left.selectors <= 0 || left.siblings <= 0,
  };
}

/** The declarations of a `style` attribute, without the refused ones. */
export function filterInlineStyle(text: string, images: NamedImages): string {
  if (text.length > LONGEST_VALUE) return '';
  scratch ??= document.implementation.createHTMLDocument('').createElement('div');
  scratch.style.cssText = text;
  return filterDeclarations(scratch.style, images, { variables: 20 });
}

let scratch: HTMLElement | undefined;

/** The remaining limits, and what is left of the current slice. */
type Left = { rules: number; variables: number; selectors: number; siblings: number; slice: number };

function* printRules(rules: CSSRuleList, images: NamedImages, left: Left, depth: number): Sliced<string> {
  if (depth > DEEPEST_RULE) return '';
  const printed: string[] = [];
  for (const rule of rules) {
    if (left.rules <= 0) break;
    left.rules -= 1;
    const text = yield* printRule(rule, images, left, depth);
    if (text !== '') printed.push(text);
    left.slice -= RULE + text.length;
    if (left.slice > 0) continue;
    yield SLICE - left.slice;
    left.slice = SLICE;
  }
  return printed.join('\n');
}

/** The cost of a rule that is dropped. */
const RULE = 50;

function* printRule(rule: CSSRule, images: NamedImages, left: Left, depth: number): Sliced<string> {
  if (rule instanceof CSSStyleRule) {
    if (!isModest(rule.selectorText, left)) return '';
    const own = filterDeclarations(rule.style, images, left);
    const inner = rule.cssRules ? yield* printRules(rule.cssRules, images, left, depth + 1) : '';
    if (own === '' && inner === '') return '';
    return `${rule.selectorText} { ${[own, inner].filter((text) => text !== '').join(';\n')} }`;
  }
  if ('CSSNestedDeclarations' in window && rule instanceof CSSNestedDeclarations)
    return filterDeclarations(rule.style, images, left).replace(/.$/s, '$&;');
  // The theme of the sheet is our decision, not a media query's.
  if (rule instanceof CSSMediaRule && !/prefers-|[<]/.test(rule.conditionText)) {
    const inner = yield* printRules(rule.cssRules, images, left, depth + 1);
    return inner === '' ? '' : `@media ${rule.conditionText} {\n${inner}\n}`;
  }
  if (rule instanceof CSSSupportsRule)
    return CSS.supports(rule.conditionText) ? yield* printRules(rule.cssRules, images, left, depth + 1) : '';
  return '';
}

/**
 * Refuses selectors that could end the sheet or whose cost grows with the number of elements, and limits
 * their number.
 */
function isModest(selector: string, left: Left): boolean {
  if (selector.length > 4_000 || /<|:has\(|~[^,]*~|\sof\s/i.test(selector)) return false;
  const parts = selector.split(/[\s,>+~(]+/).length;
  if (OF_SIBLINGS.test(selector)) left.siblings -= parts;
  left.selectors -= parts;
  return left.selectors > 0 && (left.siblings > 0 || !OF_SIBLINGS.test(selector));
}

function filterDeclarations(
  style: CSSStyleDeclaration,
  images: NamedImages,
  left: { variables: number },
): string {
  const kept: string[] = [];
  const properties = new Set<string>(style);
  // A shorthand with a variable leaves its longhands empty.
  if ([...properties].some((property) => style.getPropertyValue(property) === ''))
    for (const property of SHORTHANDS)
      if (style.getPropertyValue(property).includes('var(')) properties.add(property);
  for (const property of properties) {
    const value = filterValue(property, style.getPropertyValue(property), images);
    if (value === null) continue;
    if (property.startsWith('--')) {
      if (left.variables <= 0) continue;
      left.variables -= 1;
    }
    const priority = style.getPropertyPriority(property);
    const name = property.startsWith('--') ? `--mail-${property.slice(2)}` : property;
    kept.push(`${name}: ${value}${priority === '' ? '' : ' !important'}`);
  }
  return kept.join('; ');
}

function filterValue(property: string, given: string, images: NamedImages): string | null {
  if (given.trim() === '' || given.length > LONGEST_VALUE || REFUSED_PROPERTY.test(property)) return null;
  if (property === 'content') return HARMLESS_CONTENT.test(given) && !given.includes('<') ? given : null;
  const value = renameVariables(property, given);
  if (value === null) return null;
  if (property === 'position' && (LEAVES_ITS_PLACE.test(value) || value.includes('var('))) return null;
  if (OF_THE_FRAME.test(value) || value.includes('<')) return null;
  if (!MAY_NAME_IMAGES.test(property)) return namesOnlyKnownFunctions(value) ? value : null;
  const named = nameImages(value, images);
  return named !== null && namesOnlyKnownFunctions(named) ? named : null;
}

/** Prefixes the message's own variables, so that they cannot collide with ours or with those of images. */
function renameVariables(property: string, given: string): string | null {
  const own = property.startsWith('--');
  if (own && (!/^--[\w-]{1,60}$/.test(property) || given.length > LONGEST_VARIABLE || /[{}\\]/.test(given)))
    return null;
  if (!/var\(/i.test(given)) return given;
  // The raw text: its escapes are not resolved.
  if (/[{}\\]|\/\*/.test(given)) return null;
  const most = own ? 1 : 4;
  let count = 0;
  const value = given.replaceAll(VARIABLE, (_, name: string) => {
    count += 1;
    return `var(--mail-${name}`;
  });
  // A value with a reference that was not recognised is dropped as a whole.
  if (count !== (given.match(/var\(/gi) ?? []).length || count > most) return null;
  return own && given.length > LONGEST_BESIDE_VARIABLE ? null : value;
}

/** Replaces each image by a variable that is set when the image may be shown. */
function nameImages(value: string, images: NamedImages): string | null {
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
