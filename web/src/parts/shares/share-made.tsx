import type { Share } from '@bocau/contract/shares.ts';
import { Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { copyShared } from './copy-shared.ts';
import styles from './shares.module.css';

type Props = { share: Share; password: string | null; notified: boolean; onClose(): void };

/** The link, and the password for the only time: the server does not store it. */
export function ShareMade({ share, password, notified, onClose }: Props) {
  const { t } = useTranslation();
  const done = useRef<HTMLButtonElement>(null);
  // The field that had the focus is unmounted.
  useEffect(() => done.current?.focus(), []);

  const { link } = share;
  return (
    <div className={styles.form}>
      {notified && <p>{t('shares.notified')}</p>}
      {link !== null && (
        <div className={styles.made}>
          <span>{t('shares.link')}</span>
          <output aria-label={t('shares.link')}>{link}</output>
          <Button variant="default" onClick={() => void copyShared(t, link, t('shares.linkCopied'))}>
            {t('shares.copyLink')}
          </Button>
        </div>
      )}
      {password !== null && (
        <div className={styles.made}>
          <span>{t('shares.password')}</span>
          <output aria-label={t('shares.password')}>{password}</output>
          <Button variant="default" onClick={() => void copyShared(t, password, t('shares.passwordCopied'))}>
            {t('shares.copyPassword')}
          </Button>
          <p>{t('shares.once')}</p>
        </div>
      )}
      <Group justify="flex-end">
        <Button ref={done} onClick={onClose}>
          {t('shares.done')}
        </Button>
      </Group>
    </div>
  );
}
