import type { Message } from '@bocau/contract/messages.ts';
import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import {
  IconAlertOctagon,
  IconBan,
  IconClockOff,
  IconClockQuestion,
  IconCode,
  IconDownload,
  IconMailForward,
  IconMailOff,
  IconPrinter,
  IconTag,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react';
import { say } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { rowOfThread } from '../../model/mail/row-of-thread.ts';
import type { ActTarget } from '../../parts/acts/act-target.ts';
import { recordActs } from '../../parts/acts/record-acts.ts';
import { type PlannedSends, threadDialog } from '../../parts/acts/thread-dialog.ts';
import { takeBack } from '../../parts/acts/undo-latest.ts';
import { EventItem } from '../../parts/calendar/event-item.tsx';
import { TaskItem } from '../../parts/calendar/task-item.tsx';
import { useForwardAttached } from '../../parts/compose/use-forward-attached.ts';
import { sourceAddress } from '../../parts/files/file-address.ts';
import { FilterItems } from '../../parts/filters/filter-items.tsx';
import { useOwnAddresses } from '../../parts/mailbox/own-addresses.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useSessionState } from '../../parts/session/use-session-model.ts';
import { AnchoredMenu } from '../../ui/anchored-menu.tsx';
import { Menu } from '../../ui/layers/menu.tsx';
import type { Opened } from '../../ui/use-opener.ts';
import { answerWays } from '../compose/windows/answer-ways.ts';
import { useAnswer } from '../compose/windows/use-answer.ts';
import { markAsSpam } from '../thread-actions/acts.ts';
import { useBlockPerson } from './person/use-block-person.ts';

export type MessageMenuProps = {
  thread: ThreadWithMessages;
  message: Message;
  onPrint(): void;
  onEmptied(): void;
  onRecall(): void;
};

const PLANNED = ['WEBMAIL_SCHEDULED', 'webmail_period'] as const;

/** The acts on one message; the whole thread has its own bar. */
export function MessageMenu({
  thread,
  message,
  onPrint,
  onEmptied,
  onRecall,
  ...opened
}: Opened & MessageMenuProps) {
  const { t } = useTranslation();
  const model = useMailModel();
  const maySend = useSessionState((session) => session.user()?.enable_smtp === 1);
  const own = useOwnAddresses();
  const list = PLANNED.find((folder) => folder === message.folder);
  const ways = maySend ? answerWays(message, own) : [];

  function remove(): void {
    const act = model.act({
      kind: 'delete-message',
      thread: rowOfThread(thread),
      messageId: message.id,
      folderId: message.folder_id,
    });
    const id = recordActs(() => say('threadDetail.deleted'), [act]);
    notify({ text: t('threadDetail.deleted'), undo: () => takeBack(id), about: [act.id] });
    if (thread.messages.every(({ id }) => id === message.id)) onEmptied();
  }

  function target(): ActTarget {
    const list = { kind: 'folder', path: message.folder } as const;
    return { model, list, threads: [rowOfThread(thread)], whole: null };
  }

  /** Its whole conversation goes to Junk; blocking its sender is an item of its own. */
  function report(): void {
    const onBegun = (leaves: boolean) => void (leaves && onEmptied());
    markAsSpam({ ...target(), onBegun });
  }

  const label = () => threadDialog.set({ kind: 'label', target: target(), message });
  // The last of those that were sent is the one whose answer is waited for.
  const isLastSent =
    message.folder === 'Sent' && thread.messages.findLast(({ folder }) => folder === 'Sent') === message;

  function cancel(of: PlannedSends['list']): void {
    const leaves = () => thread.messages.every(({ id }) => id === message.id) && onEmptied();
    threadDialog.set({
      kind: 'cancel-planned',
      planned: { list: of, messageIds: [message.id], threads: 1, onEnded: leaves },
    });
  }

  return (
    <AnchoredMenu {...opened} position="bottom-end">
      {ways.length > 0 && <AnswerItems message={message} ways={ways} />}
      <SourceItems message={message} />
      {!message.is_draft && !own.has(message.from.email.toLowerCase()) && (
        <>
          <FilterItems from={message.from.email} subject={message.subject} />
          {message.from.email !== '' && <BlockItem email={message.from.email} />}
          {!['Junk', 'Sent', 'Trash'].includes(message.folder) && (
            <Menu.Item leftSection={<IconAlertOctagon size={18} />} onClick={report}>
              {t('messages.report')}
            </Menu.Item>
          )}
        </>
      )}
      {!message.is_draft && (
        <Menu.Item leftSection={<IconTag size={18} />} onClick={label}>
          {t('acts.labels.label')}
        </Menu.Item>
      )}
      {isLastSent && (
        <Menu.Item
          leftSection={<IconClockQuestion size={18} />}
          onClick={() => threadDialog.set({ kind: 'follow-up', target: target() })}
        >
          {t('acts.labels.followUp')}
        </Menu.Item>
      )}
      {!message.is_draft && (
        <>
          <TaskItem id={thread.id} subject={message.subject} mailbox_name={thread.mailbox_name} />
          <EventItem thread={thread} message={message} />
        </>
      )}
      <Menu.Item leftSection={<IconPrinter size={18} />} onClick={onPrint}>
        {t('threadDetail.menu.print')}
      </Menu.Item>
      {maySend && message.recall && (
        <Menu.Item leftSection={<IconMailOff size={18} />} onClick={onRecall}>
          {t('outgoing.recall.menu')}
        </Menu.Item>
      )}
      {list && (
        <Menu.Item leftSection={<IconClockOff size={18} />} onClick={() => cancel(list)}>
          {t(`acts.labels.${list === 'webmail_period' ? 'cancelPeriodic' : 'cancelScheduled'}`)}
        </Menu.Item>
      )}
      {maySend && message.folder !== 'Trash' && (
        <Menu.Item leftSection={<IconTrash size={18} />} onClick={remove}>
          {t('threadDetail.menu.delete')}
        </Menu.Item>
      )}
    </AnchoredMenu>
  );
}

/** TD-22: mail of its sender goes to Junk from now on. */
function BlockItem({ email }: { email: string }) {
  const { t } = useTranslation();
  const { block } = useBlockPerson(email, () => undefined);
  return (
    <Menu.Item leftSection={<IconBan size={18} />} onClick={() => void block()}>
      {t('messages.block')}
    </Menu.Item>
  );
}

type AnswerProps = { message: Message; ways: ReturnType<typeof answerWays> };

function AnswerItems({ message, ways }: AnswerProps) {
  const { t } = useTranslation();
  const answer = useAnswer();
  const forward = useForwardAttached();
  return (
    <>
      {ways.map(({ how, icon: Icon }) => (
        <Menu.Item key={how} leftSection={<Icon size={18} />} onClick={() => answer(message, how)}>
          {t(`threadDetail.titles.${how}`)}
        </Menu.Item>
      ))}
      <Menu.Item
        leftSection={<IconTemplate size={18} />}
        onClick={() => answer(message, 'reply', 'with a template')}
      >
        {t('templates.insert.answer')}
      </Menu.Item>
      {!message.is_draft && (
        <Menu.Item
          leftSection={<IconMailForward size={18} />}
          onClick={() => forward({ ids: [message.id], subject: message.subject })}
        >
          {t('messages.forwardAsAttachment')}
        </Menu.Item>
      )}
      <Menu.Divider />
    </>
  );
}

/** The raw source of the message. */
function SourceItems({ message }: { message: Message }) {
  const { t } = useTranslation();
  return (
    <>
      <Menu.Item
        component="a"
        href={`/message/${encodeURIComponent(message.id)}/raw`}
        target="_blank"
        rel="noopener"
        leftSection={<IconCode size={18} />}
      >
        {t('threadDetail.menu.showOriginal')}
      </Menu.Item>
      {!message.is_draft && (
        <Menu.Item
          component="a"
          href={sourceAddress(message.id)}
          download
          leftSection={<IconDownload size={18} />}
        >
          {t('threadDetail.menu.saveAsFile')}
        </Menu.Item>
      )}
    </>
  );
}
