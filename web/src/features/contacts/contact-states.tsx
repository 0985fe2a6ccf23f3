import type { ApiError } from '@bocau/contract/client.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { Button, Group } from '@mantine/core';
import {
  IconAddressBook,
  IconCloudOff,
  IconSearch,
  IconStar,
  IconTrash,
  IconUserOff,
  IconUsers,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { ContactListRef } from '../../model/contacts/contact-place.ts';
import { Link } from '../../router/router.tsx';
import { ListState } from '../../ui/list-state.tsx';
import { LoadingRows } from '../../ui/rows/loading-rows.tsx';

type Icon = ComponentType<{ size?: number; stroke?: number }>;
export function ContactsLoading() {
  const { t } = useTranslation();
  return <LoadingRows label={t('common.loading')} lines={2} />;
}

export function ContactsOffline({ onTryNow }: { onTryNow(): void }) {
  const { t } = useTranslation();
  return (
    <ListState icon={IconCloudOff} title={t('contacts.offline.title')} text={t('contacts.offline.text')}>
      <Button variant="default" onClick={onTryNow}>
        {t('notices.lost.tryNow')}
      </Button>
    </ListState>
  );
}

export function ContactsFailed({ error, onRetry }: { error: ApiError | null; onRetry(): void }) {
  const { t } = useTranslation();
  if (error?.status === 404) {
    return (
      <ListState icon={IconUserOff} title={t('contacts.notFound.title')} text={t('contacts.notFound.text')}>
        <Button variant="default" component={Link} to="/contacts">
          {t('contacts.notFound.back')}
        </Button>
      </ListState>
    );
  }
  return (
    <ListState icon={IconCloudOff} title={t('contacts.failed')} text={error ? errorWords(t, error) : ''}>
      <Button onClick={onRetry}>{t('common.actions.retry')}</Button>
    </ListState>
  );
}

const ICONS: Record<ContactListRef['kind'], Icon> = {
  all: IconUsers,
  favorites: IconStar,
  list: IconUsers,
  book: IconAddressBook,
  trash: IconTrash,
  search: IconSearch,
};

type EmptyProps = { list: ContactListRef; onNew(): void; onImport(): void };

/** A friendly line for each empty list, and the next thing to do. */
export function ContactsEmpty({ list, onNew, onImport }: EmptyProps) {
  const { t } = useTranslation();
  return (
    <ListState
      icon={ICONS[list.kind]}
      title={t(`contacts.empty.${list.kind}.title`)}
      text={t(`contacts.empty.${list.kind}.text`, { days: LIMITS.contactTrashDays })}
    >
      {list.kind === 'all' && (
        <Group gap={8} justify="center">
          <Button onClick={onNew}>{t('contacts.new')}</Button>
          <Button variant="default" onClick={onImport}>
            {t('contacts.tools.import')}
          </Button>
        </Group>
      )}
    </ListState>
  );
}
