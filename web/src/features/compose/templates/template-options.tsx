import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from '../../../parts/templates/templates.module.css';
import type { TemplateEntry } from '../../../parts/templates/use-templates.ts';

type Props = {
  id: string;
  entries: readonly TemplateEntry[];
  active: number;
  onActive(index: number): void;
  onChoose(entry: TemplateEntry): void;
};

/** The options of a list of templates; a field elsewhere has the focus and handles the keys. */
export function TemplateOptions({ id, entries, active, onActive, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <div id={id} role="listbox" aria-label={t('templates.insert.list')} className={styles.options}>
      {entries.map((entry, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
        <div
          key={`${entry.scope}-${entry.id}`}
          id={`${id}-${at}`}
          ref={at === active ? (element) => void element?.scrollIntoView?.({ block: 'nearest' }) : undefined}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          className={styles.option}
          // The text keeps the focus, and a phone its keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onPointerMove={() => onActive(at)}
          onClick={() => onChoose(entry)}
        >
          <span className={styles.name}>{entry.name}</span>
          <span className={styles.about}>
            {[entry.scope === 'domain' && t('templates.domain'), entry.folder, entry.subject]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </div>
      ))}
    </div>
  );
}
