import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './drive-picker.module.css';
import { LIST_TABS } from './use-drive-list.ts';
import type { PickerTab } from './use-picker-place.ts';

const TABS = [...LIST_TABS, 'uploadNewFile'] as const;

/** The tabs of the panel `drive-tab-panel`; the arrow keys move between them. */
export function PickerTabs({ tab, onTab }: { tab: PickerTab; onTab(tab: PickerTab): void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.tabs} role="tablist" aria-label={t('driveMail.picker.title')}>
      {TABS.map((name, at) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`drive-tab-${name}`}
          aria-selected={tab === name}
          aria-controls="drive-tab-panel"
          tabIndex={tab === name ? 0 : -1}
          className={styles.tab}
          onClick={() => onTab(name)}
          onKeyDown={({ key }) => {
            const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
            const next = TABS[at + step];
            if (step === 0 || !next) return;
            onTab(next);
            document.getElementById(`drive-tab-${next}`)?.focus();
          }}
        >
          {t(`driveMail.picker.tabs.${name}`)}
        </button>
      ))}
    </div>
  );
}
