// biome-ignore-all lint/a11y/useSemanticElements: a <table> can't position its rows freely, as virtual scrolling needs
import { type KeyboardEvent, type Ref, useEffect, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { textPixels } from '../../../lib/text-pixels.ts';
import { useArrival } from '../../../router/router.tsx';
import { indexOfKey, rowsOfPage } from '../../../ui/rows/index-of-key.ts';
import { recallScroll, rememberScroll } from '../../../ui/rows/scroll-memory.ts';
import { type GridHandle, useGridFocus } from '../../../ui/rows/use-grid-focus.ts';
import { useRowWindow } from '../../../ui/rows/use-row-window.ts';
import styles from '../contact-grid.module.css';
import { LetterRail } from '../letter-rail.tsx';
import { type PersonLine, PersonRow } from './person-row.tsx';

/** The next page is requested when so many rows are left to scroll. */
const AHEAD = 60;
/** As the style sheet of the rows says. */
const ROW = 72;

type Props = {
  /** The same as long as the list shows the same. */
  listKey: string;
  label: string;
  people: readonly PersonLine[];
  hasMore: boolean;
  onMore(): void;
  letters: readonly string[];
  onLetter(letter: string): void;
  /** Index of the row that the keys are at; -1 for none. */
  at: number;
  opened: string | null;
  onMove(to: number): void;
  onOpen(email: string): void;
  handle: Ref<GridHandle>;
};

/** People as a virtualised grid that opens them: one tab stop, whose active row is announced. */
export function PeopleGrid(props: Props) {
  const { listKey, people, hasMore, onMore, letters, at, opened, onMove, onOpen } = props;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const height = textPixels(ROW);
  const restoring = useArrival() === 'pop';
  const { indexes, show } = useRowWindow(scroller, {
    ...{ count: people.length, height, always: at },
    offset: restoring ? recallScroll(listKey) : 0,
    left: (offset) => rememberScroll(listKey, offset),
  });
  const [keys, setKeys] = useGridFocus(scroller, props.handle, show);
  const isDue = hasMore && (indexes.at(-1) ?? 0) >= people.length - AHEAD;
  // Each page that arrives may leave more to be due.
  useEffect(() => {
    if (isDue) onMore();
  });

  function firstInView(): number {
    return Math.min(people.length - 1, Math.ceil((scroller.current?.scrollTop ?? 0) / height));
  }

  function onKey(event: KeyboardEvent): void {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const page = rowsOfPage(scroller.current, height);
    const to = indexOfKey(event.key, { at, count: people.length, page, begin: firstInView });
    const current = people[at];
    if (to !== null) onMove(to);
    else if (event.key === 'Enter' && current) onOpen(current.email);
    else return;
    setKeys(true);
    event.preventDefault();
  }

  function showLetter(letter: string): void {
    const to = people.findIndex((person) => person.letter === letter);
    if (to < 0) props.onLetter(letter);
    else if (scroller.current) scroller.current.scrollTop = to * height;
  }

  const hasRail = letters.length > 1;
  const firstShown = people[Math.floor((scroller.current?.scrollTop ?? 0) / height)];
  const current = people[at];
  return (
    <div className={styles.list} data-rail={hasRail || undefined}>
      <div
        ref={scroller}
        className={styles.scroller}
        role="grid"
        aria-label={props.label}
        aria-rowcount={hasMore ? -1 : people.length}
        aria-activedescendant={current && rowId(at)}
        tabIndex={0}
        data-keys={keys}
        onKeyDown={onKey}
        onPointerDown={() => setKeys(false)}
        onFocus={(event) => {
          const byKeys =
            event.target === event.currentTarget && event.currentTarget.matches(':focus-visible');
          if (!byKeys) return;
          setKeys(true);
          if (at < 0 && people.length > 0) onMove(firstInView());
        }}
      >
        <div className={styles.rows} role="rowgroup" style={{ height: people.length * height }}>
          {indexes.map((index) => {
            const person = people[index] as PersonLine;
            const isFirst = person.letter !== null && person.letter !== people[index - 1]?.letter;
            return (
              <PersonRow
                key={person.email}
                person={person}
                rowId={rowId(index)}
                index={index}
                top={index * height}
                letter={isFirst ? person.letter : null}
                cursor={index === at}
                opened={person.email === opened}
                onOpen={onOpen}
              />
            );
          })}
        </div>
        {hasMore && (
          <p className={styles.more} role="status">
            {t('contacts.loadingMore')}
          </p>
        )}
      </div>
      {hasRail && <LetterRail letters={letters} current={firstShown?.letter ?? null} onLetter={showLetter} />}
    </div>
  );
}

function rowId(index: number): string {
  return `person-${index}`;
}
