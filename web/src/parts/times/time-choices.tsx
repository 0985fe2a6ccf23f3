import type { ReactNode } from 'react';
import styles from './times.module.css';

export type TimeChoice = { key: string; words: string; at: number };

type Props = {
  choices: readonly TimeChoice[];
  wordsOf(at: number): string;
  onChosen(at: number): void;
  /** More choices. */
  children: ReactNode;
};

/** Times to choose from, each with its date in words. */
export function TimeChoices({ choices, wordsOf, onChosen, children }: Props) {
  return (
    <ul className={styles.choices}>
      {choices.map(({ key, words, at }, index) => (
        <li key={key}>
          <button
            type="button"
            className={styles.choice}
            data-autofocus={index === 0 || undefined}
            onClick={() => onChosen(at)}
          >
            <span>{words}</span>
            <span className={styles.when}>{wordsOf(at)}</span>
          </button>
        </li>
      ))}
      {children}
    </ul>
  );
}

export function OtherChoice({ onClick, children }: { onClick(): void; children: ReactNode }) {
  return (
    <li>
      <button type="button" className={styles.choice} onClick={onClick}>
        {children}
      </button>
    </li>
  );
}
