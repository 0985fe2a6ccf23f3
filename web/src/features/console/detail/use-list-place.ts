import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import type { Cursors } from '../../../parts/account/cursor-pages.tsx';
import { isPlainClick, useLocation, useNavigate } from '../../../router/router.tsx';

/** What the history entry stores about a list besides its address. */
type Kept = {
  /** The cursors of the earlier pages. */
  passed: readonly string[];
  /** The scroll position when a line was opened, and that line's key. */
  scroll: number;
  opened: string | null;
};

const TOP: Kept = { passed: [], scroll: 0, opened: null };

/**
 * The state of a list, stored in its address and history entry: the same after a reload and on coming back.
 */
export function useListPlace() {
  const { pathname, search: query, state } = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(query);
  const { passed, scroll, opened } = { ...TOP, ...(state as Partial<Kept> | null) };
  const opener = useRef<HTMLAnchorElement>(null);

  function put(changes: Record<string, string>, kept: Partial<Kept> = {}): void {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') next.delete(name);
      else next.set(name, value);
    }
    const text = next.toString();
    void navigate(pathname + (text && `?${text}`), { replace: true, state: { ...TOP, ...kept } });
  }

  const cursors: Cursors = {
    cursor: passed.at(-1) ?? null,
    page: passed.length + 1,
    forward: (next) => put({}, { passed: [...passed, next] }),
    back: () => put({}, { passed: passed.slice(0, -1) }),
    reset: () => put({}),
  };

  return {
    search: asked.get('search') ?? '',
    searchFor: (search: string) => put({ search }),
    order: asked.get('order'),
    orderBy: (order: string) => put({ order }),
    cursors,
    /** The link state of a line, with which its page leads back here. */
    line: (key: string) => ({
      ref: key === opened ? opener : undefined,
      state: { list: pathname + query },
      onClick(event: MouseEvent<HTMLAnchorElement>) {
        if (!isPlainClick(event)) return;
        const scroll = event.currentTarget.closest('main')?.scrollTop ?? 0;
        put({}, { passed, scroll, opened: key });
      },
    }),
    kept: { scroll, opened, opener },
  };
}

type Place = ReturnType<typeof useListPlace>;
export type LinePlace = ReturnType<Place['line']>;

/** On coming back, restores scroll position and focus; `title` gets the focus where the line is gone. */
export function useReturn({ kept }: Place, isThere: boolean, title: RefObject<HTMLElement | null>): void {
  const { scroll, opened, opener } = kept;
  const returned = useRef(false);
  useEffect(() => {
    if (!isThere || returned.current) return;
    returned.current = true;
    if (opened === null) return;
    title.current?.closest('main')?.scrollTo(0, scroll);
    (opener.current ?? title.current)?.focus({ preventScroll: true });
  }, [isThere, title, scroll, opened, opener]);
}
