import { useEffect, useRef, useState } from 'react';
import { after } from '../../../lib/timers.ts';

const TYPING_MS = 250;

export type TypedSearch = {
  typed: string;
  setTyped(text: string): void;
  /** What is searched: what was typed, once that has rested for a moment. */
  search: string;
  /** At once. */
  searchFor(text: string): void;
};

/** Words typed over a list, which begins at its first page again where they change; `begun`: with what is searched already. */
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
