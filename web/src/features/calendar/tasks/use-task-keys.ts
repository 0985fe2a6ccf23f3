import type { Task } from '@bocau/contract/calendar-tasks.ts';
import { type RefObject, useEffect, useRef } from 'react';
import { focusListSearch, useListKeys } from '../../../parts/keyboard/use-list-keys.ts';

type Acts = {
  section: RefObject<HTMLElement | null>;
  field: RefObject<HTMLInputElement | null>;
  isAsking: boolean;
  find(id: string): Task | undefined;
  toggle(task: Task): void;
  open(task: Task): void;
  remove(task: Task): void;
  showKeys(): void;
  leave(): void;
};

const linesIn = (section: HTMLElement | null) => [
  ...(section?.querySelectorAll<HTMLElement>('[data-task]') ?? []),
];

/** The shortcuts of the list: j k move, x or the space bar says done, c adds, e opens, Del deletes, Esc goes back. */
export function useTaskKeys(acts: Acts): void {
  useListKeys(acts.isAsking, (key) => perform(key, acts));
}

function perform(key: string, { section, field, find, ...acts }: Acts): boolean {
  const lines = linesIn(section.current);
  const focused = document.activeElement?.closest('li')?.querySelector<HTMLElement>('[data-task]') ?? null;
  const task = focused ? find(focused.dataset['task'] ?? '') : undefined;
  switch (key) {
    case 'j':
    case 'k':
    case 'ArrowDown':
    case 'ArrowUp': {
      const at = focused ? lines.indexOf(focused) : -1;
      const by = key === 'j' || key === 'ArrowDown' ? 1 : -1;
      const next = lines[at < 0 ? 0 : at + by];
      next?.focus();
      return next !== undefined || key.length === 1;
    }
    case 'x':
    case ' ':
      if (task) acts.toggle(task);
      return task !== undefined;
    case 'e':
      if (task) acts.open(task);
      return task !== undefined;
    case 'Delete':
    case '#':
      if (task) acts.remove(task);
      return task !== undefined;
    case 'c':
      field.current?.focus();
      return true;
    case '/':
      return focusListSearch();
    case '?':
      acts.showKeys();
      return true;
    case 'Shift+t':
    case 'Escape':
      acts.leave();
      return true;
    default:
      return false;
  }
}

/**
 * Keeps the focus in the list when the line that has it leaves: it goes to the line that takes its place. Returns what an
 * act calls before it begins.
 */
export function useFocusBeside(section: RefObject<HTMLElement | null>): () => void {
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    const at = wanted.current;
    if (at === null || document.activeElement?.matches('[data-task]')) return;
    wanted.current = null;
    const lines = linesIn(section.current);
    (lines[Math.min(at, lines.length - 1)] ?? section.current)?.focus();
  });
  return () => {
    const lines = linesIn(section.current);
    const line = document.activeElement?.closest('li')?.querySelector<HTMLElement>('[data-task]');
    wanted.current = line ? lines.indexOf(line) : null;
  };
}
