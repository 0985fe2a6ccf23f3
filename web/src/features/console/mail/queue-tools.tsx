import { QUEUE_REASONS, type QueueReason } from '@bocau/contract/admin-mail.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from './mail.module.css';
import { type QueueFilter, WAYS, type Way } from './use-queue-filter.ts';

/** Filters by sender, recipient or destination, and by reason. */
export function QueueTools({ filter }: { filter: QueueFilter }) {
  const { t } = useTranslation();
  return (
    <div className={styles.tools}>
      <NativeSelect
        label={t('adminMail.queue.by')}
        data={WAYS.map((value) => ({ value, label: t(`adminMail.queue.ways.${value}`) }))}
        value={filter.way}
        onChange={({ currentTarget }) => filter.searchBy(currentTarget.value as Way)}
      />
      <TextInput
        type="search"
        className={styles.search}
        label={t('adminMail.queue.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={255}
        value={filter.typed}
        onChange={({ currentTarget }) => filter.setTyped(currentTarget.value)}
      />
      <NativeSelect
        label={t('adminMail.queue.reason')}
        data={[
          { value: '', label: t('adminMail.queue.anyReason') },
          ...QUEUE_REASONS.map((value) => ({ value, label: t(`adminMail.queue.reasons.${value}`) })),
        ]}
        value={filter.reason}
        onChange={({ currentTarget }) => filter.chooseReason(currentTarget.value as QueueReason | '')}
      />
    </div>
  );
}
