import type { Message } from '@bocau/contract/messages.ts';
import { ActionIcon } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useOpener } from '../../ui/use-opener.ts';

const MessageDetails = lazyPart(async () => (await import('./message-details.tsx')).MessageDetails);

export function MessageDetailsButton({ message }: { message: Message }) {
  const { t } = useTranslation();
  const { button, opened } = useOpener('dialog');
  return (
    <>
      <ActionIcon
        {...button}
        variant="subtle"
        color="gray"
        size={24}
        aria-label={t('threadDetail.details.open')}
        data-hint={t('threadDetail.details.open')}
      >
        <IconChevronDown size={16} />
      </ActionIcon>
      <Suspense>{opened && <MessageDetails {...opened} message={message} />}</Suspense>
    </>
  );
}
