import { useEffect } from 'react';
import styles from './typed-ahead.module.css';

let typedAhead = '';

/** What was typed before the field that it is meant for was there. */
export function takeTypedAhead(): string {
  const typed = typedAhead;
  typedAhead = '';
  return typed;
}

/** For what is there because its key was pressed: the next letter is meant for it. */
export function takeFocus(field: HTMLInputElement | null): void {
  field?.focus();
}

/**
 * Stands in for a field while its code is loaded, so that no key acts on the page meanwhile; a field, so that an input
 * method can write there.
 */
export function TypedAhead({ label, onLeft }: { label: string; onLeft?: () => void }) {
  useEffect(() => {
    typedAhead = '';
  }, []);
  return (
    <input
      className={styles['ahead']}
      ref={takeFocus}
      aria-label={label}
      onInput={(event) => {
        typedAhead = event.currentTarget.value;
      }}
      onBlur={onLeft}
    />
  );
}
