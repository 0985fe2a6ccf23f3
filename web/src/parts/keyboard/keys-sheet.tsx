import { useId } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Modal } from '../../ui/layers/modal.tsx';
import { HelpLink } from '../help/help-link.tsx';
import styles from './keys-sheet.module.css';
import { printedKey } from './shortcuts.ts';

/** `keys` are alternatives. */
export type KeyLine = { keys: readonly string[]; words: string };
type Props = {
  title: string;
  groups: readonly { title: string; lines: readonly KeyLine[] }[];
  onClose(): void;
};

/** The list of a page's keyboard shortcuts. */
export function KeysSheet({ title, groups, onClose }: Props) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Modal
      opened
      onClose={onClose}
      size={680}
      title={title}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <div className={styles.sheet}>
        {groups.map((group, at) => (
          <section key={group.title} aria-labelledby={`${id}-${at}`}>
            <h3 id={`${id}-${at}`}>{group.title}</h3>
            <dl>
              {group.lines.map(({ keys, words }) => (
                <div key={words} className={styles.line}>
                  <dt>{words}</dt>
                  <dd>
                    {keys.map((key) => (
                      <kbd key={key} className={styles.key}>
                        {printedKey(key)}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className={styles.help}>
        <HelpLink onClick={onClose}>{t('shell.help')}</HelpLink>
      </p>
    </Modal>
  );
}
