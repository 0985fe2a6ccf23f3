import { ActionIcon } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useOpener } from '../../ui/use-opener.ts';
import type { MessageMenuProps } from './message-menu.tsx';

const MessageMenu = lazyPart(async () => (await import('./message-menu.tsx')).MessageMenu);

export function MessageMenuButton(props: MessageMenuProps) {
  const { t } = useTranslation();
  const { button, opened } = useOpener('menu');
  return (
    <>
      <ActionIcon
        {...button}
        variant="subtle"
        color="gray"
        size={32}
        aria-label={t('threadDetail.menu.open')}
        data-hint={t('threadDetail.menu.open')}
      >
        <IconDotsVertical size={18} />
      </ActionIcon>
      <Suspense>{opened && <MessageMenu {...opened} {...props} />}</Suspense>
    </>
  );
}
