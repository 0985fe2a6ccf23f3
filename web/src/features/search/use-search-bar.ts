import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { SearchTerms } from '../../model/mail/mail-model.ts';
import { addressOf } from '../../parts/addresses/list-address.ts';
import { useShownPlace } from '../../parts/addresses/shown-place.ts';
import { useNavigate } from '../../router/router.tsx';
import { recordSearch } from './recent-searches.ts';
import { termsOfTyped, typedOfTerms } from './typed-terms.ts';
import { useSuggestionChoice } from './use-suggestion-choice.ts';

const NO_TERMS: SearchTerms = {};
const INBOX = addressOf({ kind: 'folder', path: 'INBOX' });

export type SearchBarState = ReturnType<typeof useSearchBar>;

/** The state of the search bar: its text, what is open below it, and the ways to run a search. */
export function useSearchBar(onLeave: () => void) {
  const { language } = useTranslation();
  const navigate = useNavigate();
  const place = useShownPlace();
  const shown = place?.list.kind === 'search' ? place.list.terms : NO_TERMS;
  const said = typedOfTerms(shown, language);
  const [typed, setTyped] = useState(said);
  const [saidBefore, setSaidBefore] = useState(said);
  const [advanced, setAdvanced] = useState(false);
  const [explained, setExplained] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const suggestions = useSuggestionChoice(typed);

  // Another search is shown, because of going back or of the form: the bar follows.
  if (said !== saidBefore) {
    setSaidBefore(said);
    setTyped(said);
  }

  function go(address: string) {
    suggestions.show(false);
    setAdvanced(false);
    field.current?.blur();
    onLeave();
    void navigate(address);
  }

  function search(terms: SearchTerms) {
    if (Object.keys(terms).length === 0) return;
    recordSearch(typedOfTerms(terms, language));
    go(addressOf({ kind: 'search', terms }));
  }

  function enter() {
    search(termsOfTyped(typed, shown, language));
  }

  /** Sets the text, and shows its suggestions. */
  function type(text: string) {
    setTyped(text);
    suggestions.show(true);
  }

  function explain() {
    suggestions.show(false);
    setAdvanced(false);
    setExplained(true);
  }

  function clear() {
    setTyped('');
    suggestions.show(false);
    if (shown === NO_TERMS) field.current?.focus();
    else go(INBOX);
  }

  /** Clears the form and its results. */
  function reset() {
    setTyped('');
    if (shown !== NO_TERMS) go(INBOX);
  }

  /** Escape closes the list first, then reverts the text, then leaves the field. */
  function leave() {
    if (suggestions.isOpen) suggestions.show(false);
    else if (typed !== said) setTyped(said);
    else {
      field.current?.blur();
      onLeave();
    }
  }

  return {
    field,
    typed,
    isChanged: typed !== said,
    terms: () => termsOfTyped(typed, shown, language),
    suggestions,
    advanced,
    setAdvanced,
    explained,
    setExplained,
    go,
    search,
    enter,
    type,
    explain,
    clear,
    reset,
    leave,
  };
}
