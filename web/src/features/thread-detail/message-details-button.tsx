import type { MailAddress } from '@bocau/contract/fields.ts';
import type { Message } from '@bocau/contract/messages.ts';
import { IconChevronDown } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import { useOpener } from '../../ui/use-opener.ts';
import { PersonCard } from './person/lazy-person-card.ts';

const MessageDetails = lazyPart(async () => (await import('./message-details.tsx')).MessageDetails);

/** Opens the details of a message, and from them the card of one of its recipients. */
export function MessageDetailsButton({ message }: { message: Message }) {
  const { t } = useTranslation();
  const { button, opened } = useOpener('dialog', MessageDetails);
  const [chosen, setChosen] = useState<{ person: MailAddress; anchor: HTMLElement } | null>(null);
  const stays = () => undefined;
  return (
    <>
      <ToolButton
        {...button}
        icon={IconChevronDown}
        label={t('threadDetail.details.open')}
        size={24}
        iconSize={16}
      />
      <Suspense>
        {opened && (
          <MessageDetails
            {...opened}
            message={message}
            onPerson={(person) => {
              opened.onClose();
              setChosen({ person, anchor: opened.anchor });
            }}
          />
        )}
        {chosen && (
          <PersonCard
            anchor={chosen.anchor}
            resting={false}
            onClose={() => setChosen(null)}
            person={chosen.person}
            proven={false}
            spoofed={false}
            threadId={message.thread_id}
            onPointerEnter={stays}
            onPointerLeave={stays}
            onHold={stays}
          />
        )}
      </Suspense>
    </>
  );
}
