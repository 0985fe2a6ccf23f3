import { Button } from '@mantine/core';
import { type RefObject, useCallback, useEffect } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useHeldNavigation } from '../../router/router.tsx';
import { Modal } from '../../ui/layers/modal.tsx';
import styles from './settings-form.module.css';

/** Asks before unsaved choices are lost; `leaving` says that they are given up on purpose. */
export function LeaveGuard({ unsaved, leaving }: { unsaved: boolean; leaving: RefObject<boolean> }) {
  const { t } = useTranslation();
  const { held, stay, proceed } = useHeldNavigation(
    useCallback(
      (from, to) => unsaved && !leaving.current && from.pathname !== to.pathname,
      [unsaved, leaving],
    ),
  );

  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);

  return (
    <Modal
      opened={held}
      onClose={stay}
      title={t('settings.leave.title')}
      withCloseButton={false}
      centered
      size={440}
    >
      <p className={styles.guard}>{t('settings.leave.text')}</p>
      <div className={styles.guardButtons}>
        <Button variant="default" data-autofocus onClick={stay}>
          {t('settings.leave.stay')}
        </Button>
        <Button className={styles.discard} onClick={proceed}>
          {t('settings.leave.discard')}
        </Button>
      </div>
    </Modal>
  );
}
