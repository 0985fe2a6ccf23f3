import { type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from '../../../parts/templates/templates.module.css';
import type { TypedQuery } from '../editor/typed-query.ts';
import { ListOptions, type Option } from './list-options.tsx';
import { useChoice } from './use-choice.ts';

const MARGIN = 8;
const HEIGHT = 236;
const WIDTH = 320;

type Props<Entry> = {
  query: TypedQuery;
  label: string;
  /** What the query finds, and how much that is, in words. */
  found: readonly Entry[];
  counted: string;
  /** Why there is nothing that could be found. */
  nothing?: string | undefined;
  keys: RefObject<(key: string) => boolean>;
  optionOf(entry: Entry): Option;
  onChoose(entry: Entry): void;
};

/** TE-14: what the words typed behind a sign find; the text keeps the focus. */
export function TypedList<Entry>(props: Props<Entry>) {
  const { query, label, found, counted, nothing, keys, optionOf, onChoose } = props;
  const id = useId();
  const choice = useChoice(found, onChoose);
  const takeKey = (key: string) =>
    key === 'Escape' ? found.length > 0 || nothing !== undefined : choice.takeKey(key);
  const latest = useRef(takeKey);

  useLayoutEffect(() => {
    latest.current = takeKey;
    const text = document.activeElement;
    if (found.length > 0) text?.setAttribute('aria-activedescendant', `${id}-${choice.active}`);
    return () => text?.removeAttribute('aria-activedescendant');
  });
  useLayoutEffect(() => {
    keys.current = (key) => latest.current(key);
    return () => {
      keys.current = () => false;
    };
  }, [keys]);

  return createPortal(
    <>
      {found.length > 0 && (
        <section className={styles.slash} style={placeOf(query)} aria-label={label}>
          <ListOptions
            id={id}
            label={label}
            entries={found}
            optionOf={optionOf}
            active={choice.active}
            onActive={choice.setActive}
            onChoose={onChoose}
          />
        </section>
      )}
      {nothing !== undefined && (
        <p className={`${styles.slash} ${styles.nothing}`} style={placeOf(query)} aria-hidden>
          {nothing}
        </p>
      )}
      <div role="status" className="visually-hidden">
        {nothing ?? counted}
      </div>
    </>,
    document.body,
  );
}

/** Below the line, or above it where there is more room. */
function placeOf({ place }: TypedQuery): { left: number; top?: number; bottom?: number; maxHeight: number } {
  const height = window.visualViewport?.height ?? window.innerHeight;
  const left = Math.max(MARGIN, Math.min(place.left, window.innerWidth - WIDTH - MARGIN));
  const below = height - place.bottom - 2 * MARGIN;
  if (below >= Math.min(HEIGHT, place.top)) {
    return { left, top: place.bottom + 4, maxHeight: Math.min(HEIGHT, below) };
  }
  return {
    left,
    bottom: window.innerHeight - place.top + 4,
    maxHeight: Math.min(HEIGHT, place.top - 2 * MARGIN),
  };
}
