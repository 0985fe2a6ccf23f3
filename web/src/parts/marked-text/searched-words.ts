import { readTyped } from '@bocau/contract/read-typed.ts';
import type { SearchTerms } from '../../model/mail/mail-model.ts';
import { MARKED_WORD, writtenForm } from './marked-parts.ts';

/**
 * The words that a search looks for in names, subjects and snippets, with their diacritics; a phrase counts
 * as one.
 */
export function searchedWords(terms: SearchTerms): string[] {
  const typed = readTyped(terms['q'] ?? '').flatMap(({ text, excluded, meaning }) => {
    if (excluded) return [];
    if (meaning === 'words') return text.startsWith('"') ? wordsOf(text).join(' ') : wordsOf(text);
    return typeof meaning === 'object' && meaning.kind === 'text' ? wordsOf(meaning.text) : [];
  });
  const texts = [terms['term'], terms['subject'], terms['from_addr'], terms['to_addr']];
  return [...new Set([...typed, ...texts.flatMap((text) => wordsOf(text ?? ''))])].filter(Boolean);
}

function wordsOf(text: string): string[] {
  return writtenForm(text).match(MARKED_WORD) ?? [];
}
