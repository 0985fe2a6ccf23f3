import { normalizePassword, type PasswordFault } from '@bocau/contract/password-rules.ts';

type Estimator = { isCommon(password: string): boolean; score(password: string, context: string[]): number };

/** zxcvbn's score is 0 to 4: fewer than a million guesses counts as `weak`. */
const LEAST_SCORE = 2;
const COMMONEST = 3_000;
/** The estimate is quadratic in the length; more characters make no password weaker. */
const JUDGED_CHARACTERS = 32;

let loaded: Promise<Estimator> | undefined;

/** Loaded on demand: its dictionaries are some megabytes, and passwords are rarely changed. */
async function load(): Promise<Estimator> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  const common = new Set(dictionary['passwords-common'].slice(0, COMMONEST));
  return {
    isCommon: (password) => common.has(password.toLowerCase()),
    score: (password, context) => estimator.check(password, context).score,
  };
}

/** Whether someone who knows the owner could guess it; null when not. */
export async function guessability(given: string, context: string[]): Promise<PasswordFault | null> {
  loaded ??= load();
  const estimator = await loaded;
  const password = normalizePassword(given);
  if (estimator.isCommon(password)) return 'common';
  const judged = [...password].slice(0, JUDGED_CHARACTERS).join('');
  const known = context.filter((word) => word.length > 2);
  if (estimator.score(judged, known) < LEAST_SCORE) return 'weak';
  const rest = withoutPerson(judged, context);
  return rest !== null && estimator.score(rest, []) < LEAST_SCORE ? 'weak' : null;
}

const GAP = ' ';
const YEAR = /(?:19|20)\d\d/g;

/**
 * The password without the names, the domain and a year, which a guesser combines first ("Dao@alpha2026");
 * null when it contains none of them.
 */
function withoutPerson(password: string, context: string[]): string | null {
  const plain = plainLetters(password);
  const longestFirst = [...new Set(context.map(plainLetters))].toSorted((a, b) => b.length - a.length);
  const rest = longestFirst.reduce(withoutWord, plain).replace(YEAR, GAP);
  return rest === plain ? null : rest.replaceAll(GAP, '');
}

const SHORT_NAME = /^[\p{L}\p{N}]{1,2}$/u;

/**
 * Names of two letters are part of many words, so they count only as whole words. Names are arbitrary text,
 * such as `:)`, and must be escaped in the expression.
 */
function withoutWord(text: string, word: string): string {
  if (!SHORT_NAME.test(word)) return text.replaceAll(word, GAP);
  return text.replace(new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'gu'), GAP);
}

function plainLetters(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd');
}

/** The words that a guesser would try first: names, the address, the domain. */
export function personWords(person: { email: string; name: string }): string[] {
  const [local = '', domain = ''] = person.email.split('@');
  const plain = person.name.normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/gi, 'd');
  const words = [
    person.email,
    local,
    domain,
    ...`${local} ${domain} ${person.name} ${plain}`.split(/[^\p{L}\p{N}]+/u),
  ];
  const joined = [plain, person.name].map((name) => name.replace(/\s+/g, ''));
  return [...new Set([...words, ...joined, 'bocau'].map((word) => word.toLowerCase()))].filter(
    (word) => word.length > 1,
  );
}
