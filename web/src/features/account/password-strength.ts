import { normalizePassword } from '@bocau/contract/password-rules.ts';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

const STRENGTHS = ['veryWeak', 'weak', 'fair', 'strong', 'veryStrong'] as const;
export type Strength = (typeof STRENGTHS)[number];
/** As many as the server judges. */
const JUDGED_CHARACTERS = 32;

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** What a guesser would make of it who knows these words; the server has the last word. */
export function strengthOf(password: string, context: string[]): Strength {
  const judged = [...normalizePassword(password)].slice(0, JUDGED_CHARACTERS).join('');
  return STRENGTHS[estimator.check(judged, context).score];
}
