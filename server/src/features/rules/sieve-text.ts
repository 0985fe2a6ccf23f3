import { domainToUnicode } from 'node:url';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { foldText } from './fold-text.ts';

/**
 * Text comparison in Sieve. Pigeonhole lacks the comparator `i;unicode-casemap` (RFC 5051), and its
 * `i;ascii-casemap` knows neither `Đ` nor the several encodings of an accented letter. A value with such
 * letters is written as a regular expression that lists them, which both can express.
 */

/** Combining marks that must not follow a letter, or it is a different one. */
const MARKS = '\u0300\u0301\u0302\u0303\u0306\u0307\u0308\u0309\u030a\u030c\u031b\u0323\u0340';
const AT_END = `([^${MARKS}]|$)`;
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is meant
const ASCII = /^[\u0000-\u007f]*$/;

/** A test whether any of the texts is contained: `header`, for example, with the name of the field. */
export function containsTest(test: string, field: string, values: string[]): string {
  const [tag, written] = values.every(isPlain)
    ? [':contains', values]
    : [':regex', values.map((value) => `${pattern(foldText(value))}${AT_END}`)];
  return [test, tag, field, quotedList(written)].filter((part) => part !== '').join(' ');
}

/** A test for addresses in these header fields, and for whole domains, which are written as `@b.vn`. */
export function addressTest(fields: string[], values: string[]): string {
  const [domains, addresses] = [true, false].map((whole) => {
    const forms = values.filter((value) => value.startsWith('@') === whole).flatMap(bothForms);
    return [true, false].map((ascii) => forms.filter((form) => ASCII.test(form) === ascii));
  }) as [string[][], string[][]];
  const test = (tags: string, written: string[] = []) =>
    written.length === 0 ? [] : [`address ${tags} ${quotedList(fields)} ${quotedList(written)}`];
  const whole = (forms: string[] = []) => forms.map((form) => `^${pattern(foldText(form))}$`);
  const withoutAt = (forms: string[] = []) => forms.map((form) => form.slice(1));
  return anyOf([
    ...test(':all :is', addresses[0]),
    ...test(':all :regex', whole(addresses[1])),
    ...test(':domain :is', withoutAt(domains[0])),
    ...test(':domain :regex', whole(withoutAt(domains[1]))),
  ]);
}

function anyOf(tests: string[]): string {
  return tests.length === 1 ? (tests[0] as string) : `anyof (${tests.join(', ')})`;
}

/** A reference to a variable (RFC 5229), and a suffix. */
export function variable(name: string, behind = ''): string {
  return `"\${${name}}${behind}"`;
}

/** Escapes a `$` that would begin a variable (RFC 5229). */
export const DOLLAR = `\${dollar}`;

export function quoted(text: string): string {
  const literal = text.replaceAll(/\$(?=\{)/g, () => DOLLAR);
  return `"${literal.replace(/["\\]/g, (character) => `\\${character}`)}"`;
}

function quotedList(texts: string[]): string {
  return texts.length === 1 ? quoted(texts[0] as string) : `[${texts.map(quoted).join(', ')}]`;
}

/** As written, and with its domain in both DNS and Unicode form: headers may have either. */
function bothForms(address: string): string[] {
  const folded = foldAddress(address);
  const at = folded.lastIndexOf('@') + 1;
  const letters = folded.slice(0, at) + domainToUnicode(folded.slice(at));
  const forms = new Map([letters, folded, address].map((form) => [foldText(form), form]));
  return [...forms.values()];
}

/** Text that compares bytewise except for ASCII case, and does not end where a combining mark could follow. */
function isPlain(value: string): boolean {
  return ASCII.test(value) && !/\s|[a-z]$/i.test(value);
}

function pattern(folded: string): string {
  return Array.from(folded, (letter) => {
    if (letter === ' ') return '[[:space:]]+';
    if (ASCII.test(letter)) return letter.replace(/[.[\]*+?(){}^$|\\]/, '\\$&');
    return `(${formsOf(letter).join('|')})`;
  }).join('');
}

/** The encodings of a letter: in both cases, composed, decomposed, and in between. */
function formsOf(letter: string): string[] {
  const forms = new Set<string>();
  for (const one of [letter, letter.toUpperCase()]) {
    if (foldText(one) !== letter) continue;
    const [base = '', ...marks] = one.normalize('NFD');
    const orders = marks.length === 2 ? [marks, marks.toReversed()] : [marks];
    for (const order of orders) {
      for (let joined = 0; joined <= order.length; joined += 1) {
        const form = (base + order.slice(0, joined).join('')).normalize('NFC') + order.slice(joined).join('');
        if (form.normalize('NFC') === one) forms.add(form);
      }
    }
  }
  return [...forms];
}
