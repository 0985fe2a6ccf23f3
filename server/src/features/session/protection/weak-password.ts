import type { PasswordFault } from '@bocau/contract/password-rules.ts';
import { normalizePassword } from '@bocau/contract/password-rules.ts';

type Estimator = { isCommon(password: string): boolean; score(password: string, context: string[]): number };

/** Of five, 0 to 4: fewer than a million guesses is what `weak` means. */
const LEAST_SCORE = 2;
const COMMONEST = 3_000;
/** The estimate takes time that grows with the square of the length; more characters make nothing guessable. */
const JUDGED_CHARACTERS = 32;

let loaded: Promise<Estimator> | undefined;

/** Its dictionaries are some megabytes, and passwords are changed seldom. */
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

/** Whether others would guess it, who know whose it is; null where not. */
export async function guessability(given: string, context: string[]): Promise<PasswordFault | null> {
  loaded ??= load();
  const estimator = await loaded;
  const password = normalizePassword(given);
  if (estimator.isCommon(password)) return 'common';
  const judged = [...password].slice(0, JUDGED_CHARACTERS).join('');
  return estimator.score(judged, context) < LEAST_SCORE ? 'weak' : null;
}

/** The words that somebody would try first: names, the address, the domain. */
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
    (word) => word.length > 2,
  );
}
