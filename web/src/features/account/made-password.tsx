import { Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { printedKey } from '../../parts/keyboard/shortcuts.ts';
import { copySecret } from './copy-secret.ts';
import styles from './two-step-page.module.css';

/** Shows the new app password once. */
export function MadePassword({ password, onClose }: { password: string; onClose(): void }) {
  const { t } = useTranslation();
  const shown = useRef<HTMLOutputElement>(null);
  const done = useRef<HTMLButtonElement>(null);

  // The field that had the focus is gone.
  useEffect(() => done.current?.focus(), []);

  const copy = () =>
    copySecret(password, shown.current, {
      copied: t('protection.app.copied'),
      failed: t('protection.app.copyFailed', { keys: printedKey('Mod+c') }),
    });

  return (
    <div className={styles.setup}>
      <p>{t('protection.app.once')}</p>
      <output ref={shown} className={`${styles.secret} ${styles.note}`}>
        {password}
      </output>
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={() => void copy()}>
          {t('protection.app.copy')}
        </Button>
        <Button ref={done} onClick={onClose}>
          {t('protection.app.done')}
        </Button>
      </Group>
    </div>
  );
}
