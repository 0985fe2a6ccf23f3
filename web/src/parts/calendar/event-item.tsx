import type { Message } from '@bocau/contract/messages.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isUndisclosed } from '../../model/compose/recipient-text.ts';
import { useNavigate } from '../../router/router.tsx';
import { Menu } from '../../ui/layers/menu.tsx';
import { addressOf } from '../addresses/list-address.ts';
import { useOwnAddresses } from '../mailbox/own-addresses.ts';
import { subjectWords } from '../subjects/subject-words.tsx';
import { eventRequest } from './event-request.ts';

type Props = { thread: Pick<Thread, 'id'>; message: Message };

/** CL-264: begins an event of a message, with a link to it, and those who are in it as guests. */
export function EventItem({ thread, message }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const own = useOwnAddresses();

  function begin(): void {
    const { from, to, cc, subject } = message;
    const others = [from, ...to, ...cc].filter(
      ({ email }) => email !== '' && !isUndisclosed(email) && !own.has(email.toLowerCase()),
    );
    // It opens from there wherever it lies, and guests do not read the name of its folder.
    const path = addressOf({ kind: 'folder', path: 'INBOX' }, 1, thread.id);
    eventRequest.set({
      title: subjectWords(t, subject),
      description: `${window.location.origin}${path}`,
      people: [...new Map(others.map((one) => [one.email.toLowerCase(), one])).values()],
    });
    void navigate('/calendar');
  }

  return (
    <Menu.Item leftSection={<IconCalendarPlus size={18} />} onClick={begin}>
      {t('messages.makeEvent')}
    </Menu.Item>
  );
}
