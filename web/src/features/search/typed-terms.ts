import { readSizeParameter, type TypedOperator, writeOperator } from '@bocau/contract/typed-search.ts';
import type { TypedLanguage } from '@bocau/contract/typed-search-words.ts';
import type { SearchTerms } from '../../model/mail/mail-model.ts';

/**
 * The text of the search bar for an address: the typed text, then the other terms as far as operators can
 * express them.
 */
export function typedOfTerms(terms: SearchTerms, language: TypedLanguage): string {
  const { start_date: start, end_date: end } = terms;
  const operators: (TypedOperator | false | null | undefined | '')[] = [
    { kind: 'text', field: 'from', text: terms.from_addr ?? '' },
    { kind: 'text', field: 'to', text: terms.to_addr ?? '' },
    { kind: 'text', field: 'subject', text: terms.subject ?? '' },
    { kind: 'text', field: 'term', text: terms.term ?? '' },
    { kind: 'folder', name: terms.folder ?? '' },
    { kind: 'label', name: terms.label ?? '' },
    terms.has_attachment === 'true' && { kind: 'attachment' },
    terms.is_star === 'true' && { kind: 'starred' },
    terms.is_read === 'true' && { kind: 'read', read: true },
    terms.is_read === 'false' && { kind: 'read', read: false },
    readSizeParameter(terms.size ?? ''),
    start && { kind: 'after', second: Number(start) },
    end && { kind: 'before', second: Number(end) + 1 },
  ];
  const written = operators.map((operator) => operator && writeOperator(operator, language));
  return [terms.q, ...written].filter(Boolean).join(' ');
}

/**
 * The terms for the text of the search bar; unchanged text keeps exactly the same search, including terms
 * that no operator can express.
 */
export function termsOfTyped(typed: string, shown: SearchTerms, language: TypedLanguage): SearchTerms {
  const q = typed.trim();
  if (q === '') return {};
  return q === typedOfTerms(shown, language) ? shown : { q };
}
