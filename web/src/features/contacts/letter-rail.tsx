import { type PointerEvent, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './letter-rail.module.css';

type Props = { letters: readonly string[]; current: string | null; onLetter(letter: string): void };

/** The letters at the edge: a press shows the list from there, and a finger that moves along goes through it. */
export function LetterRail({ letters, current, onLetter }: Props) {
  const { t } = useTranslation();
  const dragged = useRef<string | null>(null);

  /** A finger keeps the element that it began on as its target. */
  function letterUnder({ clientX, clientY }: PointerEvent): string | null {
    return letterAt(document.elementFromPoint(clientX, clientY));
  }

  return (
    <nav
      className={styles.rail}
      aria-label={t('contacts.letters')}
      onPointerDown={(event) => {
        dragged.current = letterAt(event.target);
      }}
      onPointerMove={(event) => {
        if (event.buttons === 0 || dragged.current === null) return;
        const letter = letterUnder(event);
        if (letter === null || letter === dragged.current) return;
        dragged.current = letter;
        onLetter(letter);
      }}
      onPointerUp={() => {
        dragged.current = null;
      }}
    >
      {letters.map((letter) => (
        <button
          key={letter}
          type="button"
          data-letter={letter}
          // One tab stop: the arrow keys move through the list itself.
          tabIndex={letter === (current ?? letters[0]) ? 0 : -1}
          aria-label={letter === '#' ? t('contacts.otherLetter') : t('contacts.letter', { letter })}
          aria-current={letter === current || undefined}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'ArrowDown') (currentTarget.nextElementSibling as HTMLElement | null)?.focus();
            if (key === 'ArrowUp') (currentTarget.previousElementSibling as HTMLElement | null)?.focus();
          }}
          onClick={() => onLetter(letter)}
        >
          {letter}
        </button>
      ))}
    </nav>
  );
}

function letterAt(target: EventTarget | null): string | null {
  return (target instanceof Element && target.closest('[data-letter]')?.getAttribute('data-letter')) || null;
}
