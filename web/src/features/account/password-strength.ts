import { normalizePassword } from '@bocau/contract/password-rules.ts';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const STRENGTHS = ['veryWeak', 'weak', 'fair', 'strong', 'veryStrong'] as const;
export type Strength = (typeof STRENGTHS)[number];
/** As many characters as the server judges. */
const JUDGED_CHARACTERS = 32;

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** How hard the password is to guess for someone who knows `context`; the server has the final say. */
export function strengthOf(password: string, context: string[]): Strength {
  const judged = [...normalizePassword(password)].slice(0, JUDGED_CHARACTERS).join('');
  return STRENGTHS[estimator.check(judged, context).score];
}
