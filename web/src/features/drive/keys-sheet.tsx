import { useTranslation } from '../../i18n/use-translation.ts';
import { printedKey } from '../../parts/keyboard/shortcuts.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { DRIVE_ACTS } from './drive-acts.ts';
import styles from './keys-sheet.module.css';

const MOVING = [
  { keys: ['j', 'k'], words: 'nextPrevious' },
  { keys: ['Shift+j', 'Shift+k'], words: 'extend' },
  { keys: ['o', 'Enter'], words: 'open' },
  { keys: ['u'], words: 'up' },
  { keys: ['x'], words: 'select' },
  { keys: ['Mod+a'], words: 'all' },
  { keys: ['Escape'], words: 'none' },
  { keys: ['/'], words: 'find' },
  { keys: ['z', 'Mod+z'], words: 'undo' },
  { keys: ['?'], words: 'sheet' },
] as const;

/** All keys of the drive on one page. */
export function KeysSheet({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  // One key does what fits the list: there is one line for it.
  const acts = Map.groupBy(
    DRIVE_ACTS.filter(({ shortcut }) => shortcut !== null),
    ({ shortcut }) => shortcut as string,
  );
  return (
    <Modal
      opened
      onClose={onClose}
      size={680}
      title={t('drive.sheet.title')}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <div className={styles.sheet}>
        <section aria-labelledby="drive-keys-moving">
          <h3 id="drive-keys-moving">{t('drive.sheet.moving')}</h3>
          <dl>
            {MOVING.map(({ keys, words }) => (
              <Line key={words} keys={keys} words={t(`drive.sheet.${words}`)} />
            ))}
          </dl>
        </section>
        <section aria-labelledby="drive-keys-acts">
          <h3 id="drive-keys-acts">{t('drive.sheet.acts')}</h3>
          <dl>
            <Line keys={['Shift+n']} words={t('drive.acts.newFolder')} />
            {[...acts].map(([key, some]) => (
              <Line key={key} keys={[key]} words={some.map(({ id }) => t(`drive.acts.${id}`)).join(' · ')} />
            ))}
          </dl>
        </section>
      </div>
    </Modal>
  );
}

function Line({ keys, words }: { keys: readonly string[]; words: string }) {
  return (
    <div className={styles.line}>
      <dt>{words}</dt>
      <dd>
        {keys.map((key) => (
          <kbd key={key}>{printedKey(key)}</kbd>
        ))}
      </dd>
    </div>
  );
}
