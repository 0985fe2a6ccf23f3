import type { Person } from '@bocau/contract/people.ts';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ActivityPages } from '../../../parts/account/activity-pages.tsx';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { Modal } from '../../../ui/layers/modal.tsx';
import styles from './people.module.css';

/** A person's sign-ins; failed ones may reveal somebody guessing the password. */
export function SignInsDialog({ person, onClose }: { person: Person; onClose(): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const [failedOnly, setFailedOnly] = useState(false);
  const only = failedOnly ? { only: 'failed' as const } : {};
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('admin.sessions.historyOf', { name: person.fullname })}
      size={640}
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      <div className={styles.link}>
        <p>{t('security.history.about')}</p>
        <Checkbox
          label={t('admin.sessions.failedOnly')}
          checked={failedOnly}
          onChange={({ currentTarget }) => setFailedOnly(currentTarget.checked)}
        />
        <ActivityPages
          key={String(failedOnly)}
          queryKey={['sign-ins-of', person.id, String(failedOnly)]}
          read={(page) => api.listSignInsOf({ params: { id: person.id }, query: { page, ...only } })}
          label={t('admin.sessions.history')}
        />
      </div>
    </Modal>
  );
}
