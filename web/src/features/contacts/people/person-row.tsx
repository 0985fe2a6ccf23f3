// biome-ignore-all lint/a11y/useSemanticElements: a <table> can't position its rows freely, as virtual scrolling needs
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus, and refers to the active row
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys
import { ContactAvatar } from '../contact-avatar.tsx';
import styles from '../contact-row.module.css';

/** A person as a row shows them, whichever list they are of. */
export type PersonLine = {
  email: string;
  name: string;
  photo: string | null;
  /** The letter under which they are listed; null where the list has none. */
  letter: string | null;
  /** Below the name; empty ones are left out. */
  lines: readonly string[];
};

type Props = {
  person: PersonLine;
  rowId: string;
  index: number;
  top: number;
  /** Beside the first one of a letter. */
  letter: string | null;
  cursor: boolean;
  opened: boolean;
  onOpen(email: string): void;
};

export function PersonRow(props: Props) {
  const { person, letter } = props;
  const lines = person.lines.filter((line) => line !== '');
  const states = [
    styles.row,
    letter === null ? '' : styles.first,
    props.opened ? styles.opened : '',
    props.cursor ? styles.cursor : '',
  ];
  return (
    <div
      id={props.rowId}
      role="row"
      aria-rowindex={props.index + 1}
      aria-selected={props.opened}
      aria-label={[person.name, ...lines].join(', ')}
      className={states.filter(Boolean).join(' ')}
      style={{ transform: `translateY(${props.top}px)` }}
      onClick={() => props.onOpen(person.email)}
    >
      <span className={styles.letter} role="gridcell" aria-hidden={letter === null}>
        {letter}
      </span>
      <span className={styles.pick} role="gridcell">
        <ContactAvatar contact={person} />
      </span>
      <span className={styles.about} role="gridcell">
        <span className={styles.name}>
          <span>{person.name}</span>
        </span>
        {lines.map((line) => (
          <span key={line} className={styles.line}>
            {line}
          </span>
        ))}
      </span>
    </div>
  );
}
