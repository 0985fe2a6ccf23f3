import { useMemo, useRef } from 'react';
import { type PeopleView, peopleAddressOf } from '../../../parts/contacts/people-address.ts';
import { focusListSearch, useListKeys } from '../../../parts/keyboard/use-list-keys.ts';
import { useNavigate } from '../../../router/router.tsx';
import type { GridHandle } from '../../../ui/rows/use-grid-focus.ts';
import { useKeyed } from '../../../ui/rows/use-keyed.ts';
import type { PersonLine } from './person-row.tsx';

export type PeopleScreenState = {
  grid: { current: GridHandle | null };
  /** Index of the row that the keys are at; -1 for none. */
  at: number;
  move(to: number): void;
  open(email: string): void;
  /** Closes the opened person; returns false when nobody is. */
  close(): boolean;
};

/** What is at the cursor and what is opened of a list of people, and the keys for it. */
export function usePeopleScreen(
  view: PeopleView,
  { listKey, people, narrow }: { listKey: string; people: readonly PersonLine[]; narrow: boolean },
): PeopleScreenState {
  const navigate = useNavigate();
  const grid = useRef<GridHandle | null>(null);
  const [cursor, setCursor] = useKeyed<string | null>(listKey, null);
  const at = useMemo(() => people.findIndex(({ email }) => email === cursor), [people, cursor]);

  function move(to: number): void {
    const person = people[Math.min(people.length - 1, Math.max(0, to))];
    if (!person) return;
    setCursor(person.email);
    grid.current?.show(people.indexOf(person));
  }

  function open(email: string): void {
    setCursor(email);
    const isBeside = !narrow && view.email !== null;
    void navigate(peopleAddressOf(view.kind, { ...view, email }), { replace: isBeside });
  }

  function close(): boolean {
    if (view.email !== null) void navigate(peopleAddressOf(view.kind, { ...view, email: null }));
    return view.email !== null;
  }

  useListKeys(false, (key) => {
    if (key === 'j' || key === 'k') {
      move(at + (key === 'j' ? 1 : -1));
      grid.current?.focus(true);
      return true;
    }
    if (key === 'o') {
      const person = people[at];
      if (person) open(person.email);
      return person !== undefined;
    }
    if (key === 'u' || key === 'Escape') return close();
    return key === '/' && focusListSearch();
  });

  return { grid, at, move, open, close };
}
