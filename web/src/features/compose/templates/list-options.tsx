import styles from '../../../parts/templates/templates.module.css';

export type Option = { key: string; name: string; about: string };

type Props<Entry> = {
  id: string;
  label: string;
  entries: readonly Entry[];
  optionOf(entry: Entry): Option;
  active: number;
  onActive(index: number): void;
  onChoose(entry: Entry): void;
};

/** Options with a line about each; a field elsewhere has the focus and handles the keys. */
export function ListOptions<Entry>(props: Props<Entry>) {
  const { id, label, entries, optionOf, active, onActive, onChoose } = props;
  return (
    <div id={id} role="listbox" aria-label={label} className={styles.options}>
      {entries.map((entry, at) => {
        const { key, name, about } = optionOf(entry);
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          <div
            key={key}
            id={`${id}-${at}`}
            ref={
              at === active ? (element) => void element?.scrollIntoView?.({ block: 'nearest' }) : undefined
            }
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            className={styles.option}
            // The text keeps the focus, and a phone its keyboard.
            onMouseDown={(event) => event.preventDefault()}
            onPointerMove={() => onActive(at)}
            onClick={() => onChoose(entry)}
          >
            <span className={styles.name}>{name}</span>
            <span className={styles.about}>{about}</span>
          </div>
        );
      })}
    </div>
  );
}
