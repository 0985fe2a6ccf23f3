import type { Message } from '@bocau/contract/messages.ts';
import { messageOfSingle } from '@bocau/contract/single-messages.ts';
import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import { IconArrowsMaximize, IconArrowsMinimize, IconMessages, IconPrinter } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FaultBoundary } from '../../parts/faults/fault-boundary.tsx';
import { held } from '../../parts/keyboard/typed-ahead.ts';
import { BrokenBody, originalAddress } from '../../parts/message-body/broken-body.tsx';
import { PendingContext, usePending } from '../../parts/pending/pending-part.tsx';
import { SubjectWords } from '../../parts/subjects/subject-words.tsx';
import { useLocation, useNavigate } from '../../router/router.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import { AnswerArea } from '../compose/windows/answer-area.tsx';
import { useDraftForm } from '../compose/windows/use-draft-form.ts';
import { isWritten } from './collapse.ts';
import { ThreadLabelLine } from './label-line.tsx';
import { MessageItem } from './message-item.tsx';
import { moveBetweenMessages } from './message-keys.ts';
import { StateLines } from './state-lines.tsx';
import { ThreadAlerts } from './thread-alerts.tsx';
import styles from './thread-detail.module.css';
import { useExpanded } from './use-expanded.ts';
import { usePrintMessages } from './use-print-messages.ts';

type Props = { thread: ThreadWithMessages; takesFocus: boolean; onEmptied(): void };

export function OpenThread({ thread, takesFocus, onEmptied }: Props) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { pending, begin } = usePending();
  const subject = useRef<HTMLHeadingElement>(null);
  // A message being written is shown in its form, not among the messages.
  const form = useDraftForm(thread, thread.messages.find(isWritten) ?? null);
  const messages = thread.messages.filter(({ id }) => !form.inForms.includes(id));
  const { expanded, folded, unfold, allOpen, toggleAll, toggle } = useExpanded(messages, form.inForms);
  const print = usePrintMessages(thread.subject);

  useEffect(() => {
    // Keys that are held are for a message.
    if (takesFocus && !held.has('message')) subject.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  useEffect(() => {
    window.addEventListener('keydown', moveBetweenMessages);
    return () => window.removeEventListener('keydown', moveBetweenMessages);
  }, []);

  return (
    <div className={styles.column}>
      <div className={styles.subject}>
        <h1 ref={subject} tabIndex={-1}>
          <SubjectWords subject={thread.subject} />
        </h1>
        {messages.length > 1 && (
          <ToolButton
            className="not-printed"
            icon={allOpen ? IconArrowsMinimize : IconArrowsMaximize}
            iconSize={18}
            label={t(allOpen ? 'threadDetail.collapseAll' : 'threadDetail.expandAll')}
            onClick={toggleAll}
          />
        )}
        {messageOfSingle(thread.id) !== null && (
          <ToolButton
            className="not-printed"
            icon={IconMessages}
            iconSize={18}
            label={t('threadDetail.showConversation')}
            onClick={() => void navigate((pathname + search).replace(thread.id, thread.thread_id))}
          />
        )}
        <ToolButton
          className="not-printed"
          icon={IconPrinter}
          iconSize={18}
          label={t('threadDetail.printThread')}
          onClick={() => void print(messages)}
        />
      </div>
      <StateLines thread={thread} />
      <ThreadLabelLine thread={thread} />
      <ThreadAlerts thread={thread} />
      <section aria-label={t('threadDetail.messages')} data-pending={pending}>
        <PendingContext value={begin}>
          {messages.map((message) => {
            if (folded.includes(message)) {
              if (message !== folded[0]) return null;
              return (
                <button key="folded" type="button" className={styles.more} onClick={unfold}>
                  <span>{t('threadDetail.showMore', { count: folded.length })}</span>
                </button>
              );
            }
            return (
              <FaultBoundary
                key={message.id}
                where="message"
                instead={() => <BrokenMessage message={message} />}
              >
                <MessageItem
                  thread={thread}
                  message={message}
                  expanded={expanded.has(message.id) && !isWritten(message)}
                  onToggle={() => (isWritten(message) ? form.open(message) : toggle(message.id))}
                  onPrint={() => void print([message])}
                  onEmptied={onEmptied}
                />
              </FaultBoundary>
            );
          })}
        </PendingContext>
      </section>
      <div data-follows>
        <FaultBoundary where="answer">
          <AnswerArea thread={thread} awaits={form.awaits} quiet={form.quiet} />
        </FaultBoundary>
      </div>
    </div>
  );
}

/** In place of a message that fails to render. */
function BrokenMessage({ message: { id, body, body_type } }: { message: Message }) {
  return <BrokenBody body={body ?? ''} type={body_type} original={originalAddress(id)} />;
}
