import type { LargeMessage } from '@bocau/contract/storage.ts';
import { IconCloudUpload, IconDots, IconTrash } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { shortDate } from '../../../lib/dates.ts';
import { readableSize } from '../../../lib/sizes.ts';
import { now } from '../../../lib/timers.ts';
import { addressOf } from '../../../parts/addresses/list-address.ts';
import { shortName } from '../../../parts/addresses/short-name.ts';
import { pathWords } from '../../../parts/folders/folder-names.ts';
import { useMailbox } from '../../../parts/mailbox/use-mailbox.ts';
import { useSessionState } from '../../../parts/session/use-session-model.ts';
import { subjectWords } from '../../../parts/subjects/subject-words.tsx';
import { Menu } from '../../../ui/layers/menu.tsx';
import { ToolButton } from '../../../ui/tool-button.tsx';
import type { useMessageActs } from './use-message-acts.ts';
import { WeightLine } from './weight-line.tsx';

type Props = {
  /** With those of its files that are named. */
  message: LargeMessage;
  acts: ReturnType<typeof useMessageActs>;
};

/** A message that needs much: where it is, and what can be done about it. */
export function HeavyMessage({ message, acts }: Props) {
  const { t } = useTranslation();
  const hasDrive = useSessionState((session) => session.user()?.enable_drive ?? false);
  const folder = useMailbox((model) => model.folderById(message.folder_id)?.display_name ?? null);
  const { files } = message;
  const subject = subjectWords(t, message.subject);
  const about = [
    shortName(message.from),
    folder === null ? '' : pathWords(t, folder),
    shortDate(message.received_at, now()),
    files.map(({ name }) => name).join(', '),
  ];
  const size = readableSize(message.size);
  return (
    <WeightLine
      title={subject}
      to={folder === null ? undefined : addressOf({ kind: 'folder', path: folder }, 1, message.thread_id)}
      label={t('storage.showMessage', { subject })}
      about={about.filter(Boolean).join(' · ')}
      bytes={message.size}
    >
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ToolButton iconSize={18} icon={IconDots} label={t('storage.more', { subject })} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{t('storage.toTrashHint', { size })}</Menu.Label>
          {hasDrive && files.length > 0 && (
            <Menu.Item
              leftSection={<IconCloudUpload size={18} />}
              onClick={() => void acts.saveAndTrash(message)}
            >
              {t('storage.saveAndTrash')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconTrash size={18} />} onClick={() => void acts.toTrash(message)}>
            {t('storage.toTrash')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </WeightLine>
  );
}
