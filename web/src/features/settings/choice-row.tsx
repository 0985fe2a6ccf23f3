import { useId } from 'react';
import type { PlaceId } from '../../parts/places/places.ts';
import styles from './settings-form.module.css';

type Props<T extends string> = {
  /** Its id in the settings search. */
  field?: PlaceId;
  label: string;
  hint?: string;
  options: readonly { value: T; label: string; lang?: string }[];
  /** Null while unknown: then nothing can be chosen. */
  value: T | null;
  onChange(value: T): void;
};

/** The options of a setting that is on or off. */
export const SWITCH = ['on', 'off'] as const;

/** A setting with a few options, all of them visible. */
export function ChoiceRow<T extends string>({ field, label, hint, options, value, onChange }: Props<T>) {
  const id = useId();
  return (
    <div
      className={styles.row}
      data-setting={field}
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-describedby={hint === undefined ? undefined : `${id}-hint`}
    >
      <div className={styles.about}>
        <span id={`${id}-label`} className={styles.label}>
          {label}
        </span>
        {hint !== undefined && (
          <span id={`${id}-hint`} className={styles.hint}>
            {hint}
          </span>
        )}
      </div>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} lang={option.lang}>
            <input
              type="radio"
              name={id}
              checked={option.value === value}
              disabled={value === null}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </div>
  );
}
