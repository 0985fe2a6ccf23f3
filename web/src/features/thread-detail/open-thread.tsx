import type { Message } from '@bocau/contract/messages.ts';
import { messageOfSingle } from '@bocau/contract/single-messages.ts';
import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import { IconArrowsMaximize, IconArrowsMinimize, IconMessages, IconPrinter } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FaultBoundary } from '../../parts/faults/fault-boundary.tsx';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { BrokenBody, originalAddress } from '../../parts/message-body/broken-body.tsx';
import { PendingContext, usePending } from '../../parts/pending/pending-part.tsx';
import { useSettingsModel } from '../../parts/settings/use-settings.ts';
import { SubjectWords, subjectWords } from '../../parts/subjects/subject-words.tsx';
import { useLocation, useNavigate } from '../../router/router.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import { AnswerArea } from '../compose/windows/answer-area.tsx';
import { useDraftForm } from '../compose/windows/use-draft-form.ts';
import { firstExpanded, foldedMiddle, isWritten } from './collapse.ts';
import { MessageItem } from './message-item.tsx';
import { moveBetweenMessages } from './message-keys.ts';
import { ThreadAlerts } from './thread-alerts.tsx';
import styles from './thread-detail.module.css';

type Props = { thread: ThreadWithMessages; takesFocus: boolean; onEmptied(): void };

export function OpenThread({ thread, takesFocus, onEmptied }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const model = useMailModel();
  const { settings } = useSettingsModel();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { pending, begin } = usePending();
  const subject = useRef<HTMLHeadingElement>(null);
  // What is being written stands in its form, not among the messages.
  const form = useDraftForm(thread, thread.messages.find(isWritten) ?? null);
  const messages = thread.messages.filter(({ id }) => !form.inForms.includes(id));
  const [chosen, setExpanded] = useState<ReadonlySet<string>>(() => opened(messages));
  // Where the draft that would be read is in its form, the message that it answers is read instead.
  const expanded = form.inForms.some((id) => chosen.has(id)) ? opened(messages) : chosen;
  const [unfolded, setUnfolded] = useState(false);
  const folded = unfolded ? [] : foldedMiddle(messages, expanded);
  const allOpen = messages.every((message) => expanded.has(message.id) || isWritten(message));

  // SD-13: what was sent while one reads is read on, not folded away: with its first frame, so that nothing moves.
  const leaving = messages.find(({ state, sending }) => state === 'sending' && sending?.kind === 'send')?.id;
  useLayoutEffect(() => {
    if (leaving) setExpanded((shown) => new Set([...shown, leaving]));
  }, [leaving]);

  useEffect(() => {
    if (takesFocus) subject.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  useEffect(() => {
    window.addEventListener('keydown', moveBetweenMessages);
    return () => window.removeEventListener('keydown', moveBetweenMessages);
  }, []);

  function toggle(id: string): void {
    const next = new Set(expanded);
    if (!next.delete(id)) next.add(id);
    setExpanded(next);
  }

  async function print(chosen: readonly Message[]): Promise<void> {
    const { printMessages } = await import('./print-messages.ts');
    const loaded: Message[] = [];
    for (const message of chosen)
      loaded.push(message.body === null ? await model.loadMessage(message.id) : message);
    await printMessages({
      api,
      settings: settings(),
      t,
      subject: subjectWords(t, thread.subject),
      messages: loaded,
    });
  }

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
            onClick={() => setExpanded(allOpen ? new Set() : new Set(messages.map(({ id }) => id)))}
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
      <ThreadAlerts thread={thread} />
      <section aria-label={t('threadDetail.messages')} data-pending={pending}>
        <PendingContext value={begin}>
          {messages.map((message, index) => {
            if (folded.includes(message)) {
              if (index > 1) return null;
              return (
                <button key="folded" type="button" className={styles.more} onClick={() => setUnfolded(true)}>
                  <span>{t('threadDetail.showMore', { count: folded.length })}</span>
                </button>
              );
            }
            return (
              <FaultBoundary
                key={message.id}
                where="message"
                instead={() => (
                  <BrokenBody
                    body={message.body ?? ''}
                    type={message.body_type}
                    original={originalAddress(message.id)}
                  />
                )}
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

function opened(messages: readonly Message[]): ReadonlySet<string> {
  const first = firstExpanded(messages.filter((message) => !isWritten(message)));
  return new Set(first === null ? [] : [first]);
}
