import { Button, Modal } from '@mantine/core';
import { type RefObject, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import styles from './settings-form.module.css';

/** Asks before unsaved choices are lost; `leaving` says that they are given up on purpose. */
export function LeaveGuard({ unsaved, leaving }: { unsaved: boolean; leaving: RefObject<boolean> }) {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && !leaving.current && currentLocation.pathname !== nextLocation.pathname,
  );

  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);

  return (
    <Modal
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('settings.leave.title')}
      withCloseButton={false}
      centered
      size={440}
    >
      <p className={styles.guard}>{t('settings.leave.text')}</p>
      <div className={styles.guardButtons}>
        <Button variant="default" data-autofocus onClick={() => blocker.reset?.()}>
          {t('settings.leave.stay')}
        </Button>
        <Button className={styles.discard} onClick={() => blocker.proceed?.()}>
          {t('settings.leave.discard')}
        </Button>
      </div>
    </Modal>
  );
}
