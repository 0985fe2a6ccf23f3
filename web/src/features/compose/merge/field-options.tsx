import type { MergeColumn } from '@bocau/contract/merges.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from '../../../parts/templates/templates.module.css';
import type { ShownOptions } from '../templates/typed-list.tsx';

type Props = ShownOptions & { columns: readonly MergeColumn[]; onChoose(column: MergeColumn): void };

/** The columns of a table to insert; a field elsewhere has the focus and handles the keys. */
export function FieldOptions({ id, columns, active, onActive, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <div id={id} role="listbox" aria-label={t('merging.columns')} className={styles.options}>
      {columns.map((column, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
        <div
          key={column.field}
          id={`${id}-${at}`}
          ref={at === active ? (element) => void element?.scrollIntoView?.({ block: 'nearest' }) : undefined}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          className={styles.option}
          // The text keeps the focus, and a phone its keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onPointerMove={() => onActive(at)}
          onClick={() => onChoose(column)}
        >
          <span className={styles.name}>{`{${column.field}}`}</span>
          {column.sample !== '' && <span className={styles.about}>{column.sample}</span>}
        </div>
      ))}
    </div>
  );
}
