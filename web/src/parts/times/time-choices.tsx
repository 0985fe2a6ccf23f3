import type { KeyboardEvent, ReactNode } from 'react';
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
    <ul className={styles.choices} onKeyDown={moveByArrow}>
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

/** LT-17: with the last choice before the first. */
function moveByArrow(event: KeyboardEvent<HTMLUListElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  const choices = [...event.currentTarget.querySelectorAll('button')];
  const at = choices.findIndex((choice) => choice === document.activeElement);
  choices.at((at + by) % choices.length)?.focus();
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
