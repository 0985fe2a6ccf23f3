import type { Message } from '@bocau/contract/messages.ts';
import { IconChevronDown } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import { useOpener } from '../../ui/use-opener.ts';

const MessageDetails = lazyPart(async () => (await import('./message-details.tsx')).MessageDetails);

export function MessageDetailsButton({ message }: { message: Message }) {
  const { t } = useTranslation();
  const { button, opened } = useOpener('dialog', MessageDetails);
  return (
    <>
      <ToolButton
        {...button}
        icon={IconChevronDown}
        label={t('threadDetail.details.open')}
        size={24}
        iconSize={16}
      />
      <Suspense>{opened && <MessageDetails {...opened} message={message} />}</Suspense>
    </>
  );
}
