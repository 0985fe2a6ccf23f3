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

/** Words typed over a list, which begins at its first page again where they change. */
export function useTypedSearch({ reset }: { reset(): void }): TypedSearch {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const toFirst = useRef(reset);
  toFirst.current = reset;

  useEffect(
    () =>
      after(TYPING_MS, () => {
        if (typed.trim() === search) return;
        setSearch(typed.trim());
        toFirst.current();
      }),
    [typed, search],
  );

  function searchFor(text: string) {
    setTyped(text);
    setSearch(text);
    reset();
  }

  return { typed, setTyped, search, searchFor };
}
