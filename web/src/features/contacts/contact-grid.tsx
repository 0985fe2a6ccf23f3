// biome-ignore-all lint/a11y/useSemanticElements: a <table> can't position its rows freely, as virtual scrolling needs
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { textPixels } from '../../lib/text-pixels.ts';
import { hasLetters } from '../../model/contacts/contact-place.ts';
import type { Contact } from '../../model/contacts/contacts-noun.ts';
import { useArrival } from '../../router/router.tsx';
import { indexOfKey, rowsOfPage } from '../../ui/rows/index-of-key.ts';
import { recallScroll, rememberScroll } from '../../ui/rows/scroll-memory.ts';
import { useGridFocus } from '../../ui/rows/use-grid-focus.ts';
import { useRowWindow } from '../../ui/rows/use-row-window.ts';
import styles from './contact-grid.module.css';
import { ContactRow } from './contact-row.tsx';
import { LetterRail } from './letter-rail.tsx';
import { useContactHandlers } from './use-contact-handlers.ts';
import type { ContactsScreenState } from './use-contacts-screen.ts';
import { useLoadRest } from './use-load-rest.ts';

/** The next page is requested when so many rows are left to scroll. */
const AHEAD = 60;
/** As the style sheet of the rows says. */
const ROW = 72;
/** Fewer contacts than these are seen at a glance. */
const FEWEST_FOR_RAIL = 12;

/**
 * The contacts of a list as a virtualised grid: one tab stop, whose active row is announced by
 * `aria-activedescendant`. Only rows in view are rendered; further pages are loaded on scrolling.
 */
export function ContactGrid({ screen }: { screen: ContactsScreenState }) {
  const { view, placeKey, place, cursor, selection, cardId } = screen;
  const { contacts } = view;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  const height = textPixels(ROW);
  const at = useMemo(() => (cursor ? contacts.indexOf(cursor) : -1), [contacts, cursor]);
  const restoring = useArrival() === 'pop';
  const scrollKey = `contacts ${placeKey}`;
  const handlers = useContactHandlers(screen);
  const isLettered = hasLetters(place.list);

  const { indexes, show } = useRowWindow(scroller, {
    ...{ count: contacts.length, height },
    offset: restoring ? recallScroll(scrollKey) : 0,
    // The grid refers to the active row by id, so it is rendered even when scrolled out of view.
    always: at,
    left: (offset) => rememberScroll(scrollKey, offset),
  });
  const [keys, setKeys] = useGridFocus(scroller, screen.grid, show);
  useLoadRest(screen, (indexes.at(-1) ?? 0) >= contacts.length - AHEAD);

  /** The first row completely in view: moving to it doesn't scroll. */
  function firstInView(): number {
    return Math.min(contacts.length - 1, Math.ceil((scroller.current?.scrollTop ?? 0) / height));
  }

  /** Returns whether it handled the key. */
  function onKey(event: KeyboardEvent): boolean {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return false;
    const page = rowsOfPage(scroller.current, height);
    const to = indexOfKey(event.key, { at, count: contacts.length, page, begin: firstInView });
    if (to !== null) screen.move(to, event.shiftKey);
    else if (event.key === 'Enter' && cursor) screen.open(cursor);
    else if (event.key === ' ' && cursor) screen.toggle(cursor, event.shiftKey);
    else return false;
    event.preventDefault();
    return true;
  }

  function showLetter(letter: string): void {
    const to = contacts.findIndex((contact) => contact.letter === letter);
    if (to < 0) screen.setFrom(letter === view.letters[0] ? null : letter);
    else if (scroller.current) scroller.current.scrollTop = to * height;
  }

  const hasRail = isLettered && view.letters.length > 1 && (view.total ?? FEWEST_FOR_RAIL) >= FEWEST_FOR_RAIL;
  const firstShown = contacts[Math.floor((scroller.current?.scrollTop ?? 0) / height)];
  return (
    <div className={styles.list} data-rail={hasRail || undefined}>
      <div
        ref={scroller}
        className={styles.scroller}
        role="grid"
        aria-label={screen.name}
        aria-multiselectable
        aria-rowcount={view.hasMore ? (view.total ?? -1) : contacts.length}
        aria-activedescendant={cursor && at >= 0 ? rowId(cursor) : undefined}
        aria-describedby="contact-grid-keys"
        tabIndex={0}
        data-keys={keys}
        onKeyDown={(event) => onKey(event) && setKeys(true)}
        onPointerDown={() => {
          pressed.current = true;
          setKeys(false);
        }}
        onClick={() => {
          pressed.current = false;
        }}
        onBlur={() => {
          pressed.current = false;
        }}
        onFocus={(event) => {
          if (event.target !== event.currentTarget) return;
          // Behind what has closed, the next key is for no contact that nobody went to.
          if (event.relatedTarget === null || !event.currentTarget.matches(':focus-visible')) return;
          setKeys(true);
          // A pointer press sets the cursor itself.
          const isIdle = at < 0 && cardId === null;
          if (isIdle && contacts.length > 0 && !pressed.current) screen.move(firstInView(), false);
        }}
      >
        <span id="contact-grid-keys" className="visually-hidden">
          {t('contacts.keys')}
        </span>
        <div className={styles.rows} role="rowgroup" style={{ height: contacts.length * height }}>
          {indexes.map((index) => {
            const contact = contacts[index] as Contact;
            const isFirst = isLettered && contact.letter !== contacts[index - 1]?.letter;
            return (
              <ContactRow
                key={contact.id}
                contact={contact}
                rowId={rowId(contact)}
                index={index}
                top={index * height}
                letter={isFirst ? contact.letter : null}
                picked={selection.ids.has(contact.id)}
                anyPicked={screen.picked.length > 0}
                cursor={contact === cursor}
                opened={contact.id === cardId}
                handlers={handlers}
              />
            );
          })}
        </div>
        {view.hasMore && (
          <p className={styles.more} role="status">
            {t('contacts.loadingMore')}
          </p>
        )}
      </div>
      {hasRail && (
        <LetterRail letters={view.letters} current={firstShown?.letter ?? null} onLetter={showLetter} />
      )}
    </div>
  );
}

function rowId({ id }: Contact): string {
  return `contact-${id}`;
}
