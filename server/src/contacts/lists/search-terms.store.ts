import { type RawBuilder, sql } from 'kysely';
import { foldedWords } from '../../platform/folded-words.ts';

/** Each term has to be found, by all words of one of its readings. */
export type SearchTerm = string[][];

const TERMS_AT_MOST = 8;
const NUMBER = /^\d+$/;

/**
 * The words of a typed text. Digits that follow each other may be a number that is spaced otherwise, so they are also
 * one word.
 */
export function searchTerms(text: string): SearchTerm[] {
  const terms: SearchTerm[] = [];
  let digits: string[] = [];
  const endNumber = () => {
    if (digits.length === 1) terms.push([digits]);
    if (digits.length > 1) terms.push([[digits.join('')], digits]);
    digits = [];
  };
  for (const word of foldedWords(text)) {
    if (NUMBER.test(word)) digits.push(word);
    else {
      endNumber();
      terms.push([[word]]);
    }
  }
  endNumber();
  return terms.slice(0, TERMS_AT_MOST);
}

// Words are only letters and digits, so they need no escaping for LIKE or a tsquery.

/** A condition on the column `words` of `w`. */
export function likeTerm(term: SearchTerm): RawBuilder<unknown> {
  const readings = term.map((words) => sql`w.words like all(${words.map((word) => `% ${word}%`)}::text[])`);
  return sql`(${sql.join(readings, sql` or `)})`;
}

/** A part of a tsquery, for `contact_words`. */
export function queryTerm(mailboxId: number, term: SearchTerm): string {
  const readings = term.map((words) => words.map((word) => `'${mailboxId}.${word}':*`).join(' & '));
  return `(${readings.map((reading) => `(${reading})`).join(' | ')})`;
}
