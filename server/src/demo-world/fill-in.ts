import { type Contacts, contactNamed } from './contacts.ts';
import type { Facts } from './message.ts';

type Value = string | number;
export type Scope = { facts: Facts; contacts: Contacts; values: Map<string, Value> };
type Word = { least: number; most: number; say(facts: Facts, args: number[]): Value };

const fact = (say: (facts: Facts) => Value): Word => ({ least: 0, most: 0, say });
const date = (say: (facts: Facts, offset?: number) => string): Word => ({
  least: 0,
  most: 1,
  say: (facts, [offset]) => say(facts, offset),
});
const between = (say: (facts: Facts, min: number, max: number) => Value): Word => ({
  least: 2,
  most: 2,
  say: (facts, [min = 0, max = 0]) => say(facts, min, max),
});

const words = new Map<string, Word>([
  ['day', date((f, offset) => f.day(offset))],
  ['englishDay', date((f, offset) => f.englishDay(offset))],
  ['englishMonth', date((f, offset) => f.englishMonth(offset))],
  ['int', between((f, min, max) => f.int(min, max))],
  ['vnd', between((f, min, max) => f.vnd(min, max))],
  ['usd', between((f, min, max) => f.usd(min, max))],
  ['lookupCode', fact((f) => f.lookupCode())],
  ['year', fact((f) => f.year)],
  ['shortYear', fact((f) => f.year % 100)],
  ['quarter', fact((f) => f.quarter)],
  ['month', fact((f) => f.month)],
  ['week', fact((f) => f.week)],
  ['nextMonth', fact((f) => f.nextMonth)],
  ['thisMonth', fact((f) => f.thisMonth)],
  ['lastMonth', fact((f) => f.lastMonth)],
  ['lastMonthDashed', fact((f) => f.lastMonth.replace('/', '-'))],
]);

export function isWord(name: string): boolean {
  return words.has(name);
}

/** The template with what stands in braces computed; as a number, where it is nothing but one. */
export function fillIn(template: string, scope: Scope): Value {
  const whole = /^\{([^{}]*)\}$/.exec(template)?.[1];
  if (whole !== undefined) return compute(whole, scope);
  if (/[{}]/.test(template.replace(/\{[^{}]*\}/g, '')))
    throw new Error(`a brace stands alone in "${template}"`);
  return template.replace(/\{([^{}]*)\}/g, (_, inside: string) => String(compute(inside, scope)));
}

function compute(inside: string, scope: Scope): Value {
  const alternatives = inside.split('|').map((item) => item.trim());
  if (alternatives.length === 1) return calculate(inside, scope);
  if (alternatives.includes('')) throw new Error(`an alternative is empty in {${inside}}`);
  return scope.facts.each(alternatives);
}

/** `int 4 16 * 100`: a word or a value with its numbers, then operators from left to right. */
function calculate(inside: string, scope: Scope): Value {
  const [name = '', ...rest] = inside.split(' ');
  const firstOperator = rest.findIndex((part) => /^[-+*]$/.test(part));
  const args = firstOperator === -1 ? rest : rest.slice(0, firstOperator);
  let result = lookUp(name, args.map(numberIn), scope);
  for (let i = args.length; i < rest.length; i += 2) {
    if (typeof result !== 'number') throw new Error(`{${inside}} calculates with a text`);
    result = apply(result, rest[i] ?? '', numberIn(rest[i + 1] ?? ''));
  }
  return result;

  function numberIn(part: string): number {
    if (!/^-?\d+$/.test(part)) throw new Error(`{${inside}} has "${part}" where a number belongs`);
    return Number(part);
  }
}

function apply(left: number, operator: string, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    default:
      throw new Error(`no operator "${operator}"`);
  }
}

function lookUp(name: string, args: number[], { facts, contacts, values }: Scope): Value {
  const word = words.get(name);
  if (word) {
    if (args.length < word.least || args.length > word.most)
      throw new Error(`{${name}} has too many numbers or too few`);
    return word.say(facts, args);
  }
  if (args.length > 0) throw new Error(`{${name}} takes no numbers`);
  const person = /^(\w+)\.name$/.exec(name)?.[1];
  const value = values.get(person ?? name);
  if (value === undefined) throw new Error(`{${name}} is neither among the values nor a known word`);
  return person === undefined ? value : contactNamed(contacts, String(value)).name;
}
