import styles from '../../../parts/templates/templates.module.css';
import type { ShownOptions } from './typed-list.tsx';

type Props = ShownOptions & {
  label: string;
  options: readonly { key: string; name: string; about: string }[];
  onChoose(index: number): void;
};

/** Options with a line about each; a field elsewhere has the focus and handles the keys. */
export function ListOptions({ id, label, options, active, onActive, onChoose }: Props) {
  return (
    <div id={id} role="listbox" aria-label={label} className={styles.options}>
      {options.map(({ key, name, about }, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
        <div
          key={key}
          id={`${id}-${at}`}
          ref={at === active ? (element) => void element?.scrollIntoView?.({ block: 'nearest' }) : undefined}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          className={styles.option}
          // The text keeps the focus, and a phone its keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onPointerMove={() => onActive(at)}
          onClick={() => onChoose(at)}
        >
          <span className={styles.name}>{name}</span>
          <span className={styles.about}>{about}</span>
        </div>
      ))}
    </div>
  );
}
