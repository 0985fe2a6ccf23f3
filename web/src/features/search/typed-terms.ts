import { readSizeParameter, type TypedOperator, writeOperator } from '@bocau/contract/typed-search.ts';
import type { TypedLanguage } from '@bocau/contract/typed-search-words.ts';
import type { SearchTerms } from '../../model/mail/mail-model.ts';

/** What the search bar shows for an address: what was typed, then what operators can say of the rest. */
export function typedOfTerms(terms: SearchTerms, language: TypedLanguage): string {
  const { start_date: start, end_date: end } = terms;
  const operators: (TypedOperator | false | null | undefined | '')[] = [
    { kind: 'text', field: 'from', text: terms.from_addr ?? '' },
    { kind: 'text', field: 'to', text: terms.to_addr ?? '' },
    { kind: 'text', field: 'subject', text: terms.subject ?? '' },
    { kind: 'text', field: 'term', text: terms.term ?? '' },
    { kind: 'folder', name: terms.folder ?? '' },
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

/** The search for what was typed in the bar; unchanged text stays the very same search, with what the bar can not say. */
export function termsOfTyped(typed: string, shown: SearchTerms, language: TypedLanguage): SearchTerms {
  const q = typed.trim();
  if (q === '') return {};
  return q === typedOfTerms(shown, language) ? shown : { q };
}
