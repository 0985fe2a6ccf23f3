import { useEffect } from 'react';
import styles from './typed-ahead.module.css';

/** What is on its way. */
type Awaited = 'message' | 'palette';

let typedAhead: { text: string; meantFor: Awaited } | null = null;

/** What was typed before the field that it is meant for was there; for anything else it counts no more. */
export function takeTypedAhead(meantFor: Awaited): string {
  const typed = typedAhead;
  typedAhead = null;
  return typed?.meantFor === meantFor ? typed.text : '';
}

/** For what is there because its key was pressed: the next letter is meant for it. */
export function takeFocus(field: HTMLInputElement | null): void {
  field?.focus();
}

type Props = { label: string; meantFor: Awaited; onLeft?: () => void };

/**
 * Stands in for a field while its code is loaded, so that no key acts on the page meanwhile; a field, so that an input
 * method can write there.
 */
export function TypedAhead({ label, meantFor, onLeft }: Props) {
  useEffect(() => {
    typedAhead = null;
  }, []);
  return (
    <input
      className={styles['ahead']}
      ref={takeFocus}
      aria-label={label}
      onInput={(event) => {
        typedAhead = { text: event.currentTarget.value, meantFor };
      }}
      onBlur={onLeft}
    />
  );
}
