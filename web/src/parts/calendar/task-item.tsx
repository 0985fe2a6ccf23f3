import type { Thread } from '@bocau/contract/threads.ts';
import { IconChecklist } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useNavigate } from '../../router/router.tsx';
import { Menu } from '../../ui/layers/menu.tsx';
import { reportPartFailed } from '../../ui/lazy-part.tsx';
import { addressOf } from '../addresses/list-address.ts';
import { useApi } from '../mailbox/use-api.ts';
import { subjectWords } from '../subjects/subject-words.tsx';

type Props = Pick<Thread, 'id' | 'subject'> & { mailbox_name: string };

/** Makes a task of a conversation, with a link to it. */
export function TaskItem({ id, subject, mailbox_name: folder }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const navigate = useNavigate();
  const make = async () => {
    const { makeTask } = await import('./make-task.ts');
    const path = addressOf({ kind: 'folder', path: folder }, 1, id);
    await makeTask({ api, navigate }, { title: subjectWords(t, subject), path });
  };
  return (
    <Menu.Item leftSection={<IconChecklist size={18} />} onClick={() => void make().catch(reportPartFailed)}>
      {t('messages.makeTask')}
    </Menu.Item>
  );
}
