import type { MailAddress } from '@bocau/contract/fields.ts';
import styles from './shares.module.css';

type Props = {
  /** Of the list; its options append their index. */
  id: string;
  label: string;
  people: readonly MailAddress[];
  active: number;
  onMove(at: number): void;
  onChoose(person: MailAddress): void;
};

/** People who are suggested, below a field that handles the keys. */
export function PeopleOptions({ id, label, people, active, onMove, onChoose }: Props) {
  return (
    <div id={id} role="listbox" aria-label={label} className={styles.suggested}>
      {people.map((person, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
        <div
          key={person.email}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          // Keeps the focus in the field, which takes what is typed when it is left.
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => at !== active && onMove(at)}
          onClick={() => onChoose(person)}
        >
          <Person {...person} />
        </div>
      ))}
    </div>
  );
}

export function Person({ email, name }: MailAddress) {
  if (name === '') return <span>{email}</span>;
  return (
    <span className={styles.person}>
      <span>{name}</span>
      <small>{email}</small>
    </span>
  );
}
