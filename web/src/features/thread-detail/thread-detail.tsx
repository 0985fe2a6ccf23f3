import { IconArrowLeft, IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { answering } from '../../parts/compose/lazy-compose.ts';
import { FaultBoundary } from '../../parts/faults/fault-boundary.tsx';
import { useMailbox, useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ToolButton } from '../../ui/tool-button.tsx';
import { OpenThread } from './open-thread.tsx';
import styles from './thread-detail.module.css';
import { ThreadFailed, ThreadSkeleton } from './thread-states.tsx';
import { useTurns } from './use-turns.ts';

const AnswerButtons = lazyPart(async () => (await import('./answer-buttons.tsx')).AnswerButtons);

type Props = {
  threadId: string;
  path: string | null;
  /** The acts on the thread. */
  acts: ReactNode;
  onClose(): void;
  onNext: (() => void) | null;
  onPrevious: (() => void) | null;
  /** Shown beside its list, which keeps the focus. */
  split: boolean;
};

export function ThreadDetail({ threadId, path, acts, onClose, onNext, onPrevious, split }: Props) {
  const { t } = useTranslation();
  const model = useMailModel();
  const { thread, loading, error } = useMailbox((mailbox) => mailbox.thread(threadId, path));
  const reply = useSyncExternalStore(answering.subscribe, answering.get);
  const [attempt, setAttempt] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  useTurns(scroller, !split, { onNext, onPrevious });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt holds it again
  useEffect(() => model.holdThread(threadId, path), [model, threadId, path, attempt]);

  return (
    <section className={styles.detail} aria-label={t('threadDetail.region')} data-split={split}>
      <div className={`${styles.bar} not-printed`}>
        <ToolButton
          icon={split ? IconX : IconArrowLeft}
          iconSize={18}
          label={t('threadDetail.close')}
          onClick={onClose}
        />
        <div className={styles['acts']}>{acts}</div>
        <Suspense>{reply && <AnswerButtons target={reply} />}</Suspense>
        <ToolButton
          className={styles['previous']}
          icon={IconChevronUp}
          iconSize={18}
          label={t('threadDetail.previous')}
          disabled={onPrevious === null}
          onClick={onPrevious ?? undefined}
        />
        <ToolButton
          icon={IconChevronDown}
          iconSize={18}
          label={t('threadDetail.next')}
          disabled={onNext === null}
          onClick={onNext ?? undefined}
        />
      </div>
      <div ref={scroller} className={styles.scroll} data-scroll>
        {thread ? (
          <FaultBoundary where="thread" of={threadId}>
            <OpenThread key={threadId} thread={thread} takesFocus={!split} onEmptied={onClose} />
          </FaultBoundary>
        ) : loading === 'failed' ? (
          <ThreadFailed error={error} onRetry={() => setAttempt(attempt + 1)} onClose={onClose} />
        ) : (
          <ThreadSkeleton />
        )}
      </div>
    </section>
  );
}
