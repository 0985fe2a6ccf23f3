import { IconDotsVertical } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import { useOpener } from '../../ui/use-opener.ts';
import type { MessageMenuProps } from './message-menu.tsx';

const MessageMenu = lazyPart(async () => (await import('./message-menu.tsx')).MessageMenu);

export function MessageMenuButton(props: MessageMenuProps) {
  const { t } = useTranslation();
  const { button, opened } = useOpener('menu');
  return (
    <>
      <ToolButton
        {...button}
        icon={IconDotsVertical}
        label={t('threadDetail.menu.open')}
        size={32}
        iconSize={18}
      />
      <Suspense>{opened && <MessageMenu {...opened} {...props} />}</Suspense>
    </>
  );
}
