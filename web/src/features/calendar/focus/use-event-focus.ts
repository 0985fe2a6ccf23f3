import { type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import { dayOfWall } from '../../../lib/calendar-days.ts';
import { keyOf } from '../../../model/calendar/calendar-noun.ts';
import { spanOf } from '../../../model/calendar/occurrence-times.ts';
import { type FocusWish, focusWish, type Wished } from '../../../parts/calendar/focus-wish.ts';
import { useFocusInside } from '../../../parts/keyboard/use-focus-inside.ts';
import { hasLayers, layers } from '../../../ui/layers/layers.ts';
import { isBuiltIn } from '../built-in/built-in-events.ts';
import type { CalendarScreenState, ShownEvent } from '../use-calendar-screen.ts';

type Screen = Pick<
  CalendarScreenState,
  'events' | 'days' | 'zone' | 'rangeView' | 'open' | 'opened' | 'question' | 'ask'
>;

/**
 * CV-12: the focus stays on the event that it is on, and goes to the one that was made, changed or came back; where
 * that is not to be seen it is on the grid, with nothing chosen, and never on another event.
 */
export function useEventFocus(section: RefObject<HTMLElement | null>, screen: Screen): void {
  const { events, days, zone, rangeView } = screen;
  const wish = useSyncExternalStore(focusWish.subscribe, focusWish.get);
  const isCovered = useSyncExternalStore(layers.subscribe, hasLayers);
  const last = useRef<Wished | null>(null);
  const latest = useRef(events);
  latest.current = events;

  // What was wished while another room was shown is over.
  useEffect(() => {
    if (focusWish.get()?.go !== 'soon') focusWish.set(null);
  }, []);

  useEffect(() => {
    function note({ target }: Event): void {
      if (!(target instanceof Element) || !section.current?.contains(target)) return;
      const key = target.closest<HTMLElement>('[data-key]')?.dataset['key'];
      last.current = latest.current.find((event) => event.key === key)?.one ?? null;
    }
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, [section]);

  function rest(): void {
    const grid = section.current?.querySelector<HTMLElement>('[role="grid"]');
    (grid ?? section.current)?.focus({ preventScroll: true });
  }

  useEffect(() => {
    const wished = focusWish.get();
    if (wished?.go === 'rest') closeFormOf(wished.one);
    if (!wished || isCovered) return;
    if (wished.go === 'soon') return comeTo(wished);
    focusWish.set(null);
    const event = wished.go === 'on' ? known(events, wished.one) : null;
    const placed = event ? place(event) : wished.go === 'beside' && placeBeside(wished.one);
    if (!placed) rest();
  });

  /** Of an event that is no longer made there is nothing to edit. */
  function closeFormOf({ event_id: id }: Wished): void {
    const { question, opened } = screen;
    if (question?.kind === 'edit' && question.occurrence.event_id === id) screen.ask(null);
    if (opened?.one.event_id === id) screen.open(null);
  }

  function comeTo({ one, day, opens }: Extract<FocusWish, { go: 'soon' }>): void {
    if (!days.includes(day)) return;
    const isOn = ({ span }: ShownEvent) => dayOfWall(span.start) === day;
    const event =
      events.find(({ key }) => key === keyOf(one)) ??
      // Of a series it may not be known which one it is, but its day is.
      events.find((each) => each.one.event_id === one.event_id && isOn(each));
    if (!event && rangeView.loading === 'loading') return;
    focusWish.set(null);
    if (!event || !place(event)) rest();
    if (!event || !opens) return;
    const card = section.current?.querySelector<HTMLElement>(cardOf(event.key));
    screen.open({ one: event.one, anchor: card ?? null });
  }

  /** What is next in time to where one was. */
  function placeBeside(one: Wished): boolean {
    const { start } = spanOf(one, zone);
    const own = events.filter((event) => !isBuiltIn(event.one));
    const after = own.filter(({ span }) => span.start >= start);
    const before = own.filter(({ span }) => span.start < start).toReversed();
    return [...after, ...before].some(({ key }) => focusOn(cardOf(key)));
  }

  function place({ key, span }: ShownEvent): boolean {
    const day = dayOfWall(span.start);
    return (
      focusOn(`${cardOf(key)}[data-day="${day}"]`) ||
      focusOn(cardOf(key)) ||
      // There are more than its day has room for.
      focusOn(`[data-column][data-cell="${day}"], [data-cell="${day}"]`)
    );
  }

  function focusOn(selector: string): boolean {
    const element = section.current?.querySelector<HTMLElement>(selector);
    if (!element) return false;
    element.focus({ preventScroll: true });
    if (element.matches('[data-key]')) element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    return true;
  }

  useFocusInside(section, () => {
    if (wish) return;
    const event = last.current && known(events, last.current);
    if (!event || !place(event)) rest();
  });
}

function cardOf(key: string): string {
  return `[data-key="${CSS.escape(key)}"]`;
}

/** The same occurrence; of a series that was split the server names it otherwise, and it is known by what it shows. */
function known(events: readonly ShownEvent[], one: Wished): ShownEvent | null {
  const key = keyOf(one);
  const same = events.find((event) => event.key === key);
  return same ?? events.find(({ one: { at, title } }) => at === one.at && title === one.title) ?? null;
}
