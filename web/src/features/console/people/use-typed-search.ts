import { useEffect, useRef, useState } from 'react';
import { after } from '../../../lib/timers.ts';

export const TYPING_MS = 250;

export type TypedSearch = {
  typed: string;
  setTyped(text: string): void;
  /** The debounced search text. */
  search: string;
  /** Searches immediately. */
  searchFor(text: string): void;
};

/** Search text above a list, which starts at its first page again on changes; `begun` is the initial text. */
export function useTypedSearch({ reset }: { reset(search: string): void }, begun = ''): TypedSearch {
  const [typed, setTyped] = useState(begun);
  const [search, setSearch] = useState(begun);
  const toFirst = useRef(reset);
  toFirst.current = reset;

  useEffect(
    () =>
      after(TYPING_MS, () => {
        if (typed.trim() === search) return;
        setSearch(typed.trim());
        toFirst.current(typed.trim());
      }),
    [typed, search],
  );

  function searchFor(text: string) {
    setTyped(text);
    setSearch(text);
    reset(text);
  }

  return { typed, setTyped, search, searchFor };
}
