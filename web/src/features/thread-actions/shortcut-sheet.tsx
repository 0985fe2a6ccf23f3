import { useTranslation } from '../../i18n/use-translation.ts';
import { OTHER_SHORTCUTS, printedKey } from '../../parts/keyboard/shortcuts.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { ACTS } from './acts.ts';
import styles from './keyboard.module.css';

/** All keys of the mailbox on one page. */
export function ShortcutSheet({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  // One key does what fits the folder: there is one line for it.
  const keys = Map.groupBy(ACTS, (act) => act.shortcut);
  return (
    <Modal
      opened
      onClose={onClose}
      size={680}
      title={t('keyboard.title')}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <div className={styles['sheet']}>
        <section aria-labelledby="keys-moving">
          <h3 id="keys-moving">{t('keyboard.moving')}</h3>
          <dl>
            {OTHER_SHORTCUTS.map(({ keys, words }) => (
              <Line key={words} keys={keys} words={t(`keyboard.${words}`)} />
            ))}
          </dl>
        </section>
        <section aria-labelledby="keys-acts">
          <h3 id="keys-acts">{t('keyboard.acts')}</h3>
          <dl>
            {[...keys].map(
              ([key, acts]) =>
                key !== null && (
                  <Line
                    key={key}
                    keys={[key]}
                    words={acts.map((act) => t(`acts.labels.${act.id}`)).join(' · ')}
                  />
                ),
            )}
          </dl>
        </section>
      </div>
    </Modal>
  );
}

function Line({ keys, words }: { keys: readonly string[]; words: string }) {
  return (
    <div className={styles['line']}>
      <dt>{words}</dt>
      <dd>
        {keys.map((key) => (
          <kbd key={key}>{printedKey(key)}</kbd>
        ))}
      </dd>
    </div>
  );
}
