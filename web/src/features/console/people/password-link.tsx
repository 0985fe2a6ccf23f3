import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { printedKey } from '../../../parts/keyboard/shortcuts.ts';
import { notify } from '../../../parts/notices/notify.ts';
import styles from './people.module.css';

/** The link by which somebody chooses a password; it is shown only here and only once. */
export function PasswordLink({ name, link, onDone }: { name: string; link: string; onDone(): void }) {
  const { t } = useTranslation();
  const shown = useRef<HTMLOutputElement>(null);
  const done = useRef<HTMLButtonElement>(null);

  // The focused control is gone.
  useEffect(() => done.current?.focus(), []);

  async function copy() {
    try {
      await navigator.clipboard.writeText(link);
      notify({ text: t('people.link.copied') });
    } catch (error) {
      // On an unencrypted page browsers offer no clipboard.
      if (!(error instanceof DOMException || error instanceof TypeError)) throw error;
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      notify({
        text: t('people.link.copyFailed', { keys: printedKey('Mod+c') }),
        tone: 'danger',
        seconds: 8,
      });
    }
  }

  return (
    <div className={styles.link}>
      <p>{t('people.link.once', { name })}</p>
      <output ref={shown}>{link}</output>
      <div className={styles.acts}>
        <Button variant="default" onClick={() => void copy()}>
          {t('people.link.copy')}
        </Button>
        <Button ref={done} onClick={onDone}>
          {t('people.link.done')}
        </Button>
      </div>
    </div>
  );
}
