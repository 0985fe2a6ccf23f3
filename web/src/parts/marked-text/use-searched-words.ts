import { useEffect, useState } from 'react';
import type { ListRef } from '../../model/mail/mail-model.ts';
import { reportPartFailed } from '../../ui/lazy-part.tsx';

const NONE: readonly string[] = [];

/** The words to highlight in a search's rows; the query parser is loaded with the first search. */
export function useSearchedWords(list: ListRef): readonly string[] {
  const [words, setWords] = useState(NONE);
  useEffect(() => {
    if (list.kind !== 'search') return undefined;
    let left = false;
    import('./searched-words.ts').then(
      ({ searchedWords }) => left || setWords(searchedWords(list.terms)),
      reportPartFailed,
    );
    return () => {
      left = true;
    };
  }, [list]);
  return list.kind === 'search' ? words : NONE;
}
