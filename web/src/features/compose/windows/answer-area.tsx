import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import { Button } from '@mantine/core';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { type Answering, answering } from '../../../parts/compose/lazy-compose.ts';
import { useOwnAddresses } from '../../../parts/mailbox/own-addresses.ts';
import { useSessionState } from '../../../parts/session/use-session-model.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import styles from './answer-area.module.css';
import { answerWays, isAnswerable } from './answer-ways.ts';
import { useAnswer } from './use-answer.ts';
import { useThreadWindows } from './use-thread-windows.ts';

const ReplyForm = lazyPart(async () => (await import('./reply-form.tsx')).ReplyForm);

type Props = {
  thread: ThreadWithMessages;
  /** Whether a form is about to load. */
  awaits: boolean;
  /** The draft whose form doesn't take the focus. */
  quiet: string | null;
};

/** Below the last message: the buttons for answering it, or the answers that are being written. */
export function AnswerArea({ thread, awaits, quiet }: Props) {
  const { t } = useTranslation();
  const answer = useAnswer();
  const windows = useThreadWindows(thread);
  const maySend = useSessionState((session) => session.user()?.enable_smtp === 1);
  const last = thread.messages.findLast(isAnswerable) ?? null;
  const own = useOwnAddresses();
  const mayAnswer = maySend && last !== null;
  const ways = mayAnswer ? answerWays(last, own) : [];
  const hasOthers = ways.some(({ how }) => how === 'reply_all');

  const latest = useRef({ answer, last });
  latest.current = { answer, last };
  useEffect(() => {
    if (!mayAnswer) return undefined;
    const target = {
      answer(how: Answering): void {
        const now = latest.current;
        if (now.last) now.answer(now.last, how);
      },
      hasOthers,
    };
    answering.set(target);
    return () => {
      if (answering.get() === target) answering.set(null);
    };
  }, [mayAnswer, hasOthers]);

  // The buttons appear elsewhere than the form did: a new key replaces the element, which would otherwise
  // count as a layout shift.
  return (
    <div key={windows.length > 0 ? 'written' : 'offered'} className={`${styles.area} not-printed`}>
      <Suspense fallback={null}>
        {windows.map((id) => (
          <ReplyForm key={id} id={id} thread={thread} quiet={quiet} />
        ))}
      </Suspense>
      {windows.length === 0 && awaits && <div className={styles.awaited} />}
      {windows.length === 0 && mayAnswer && !awaits && (
        <div className={styles.ways}>
          {ways.map(({ how, icon: Icon }) => (
            <Button
              key={how}
              variant="default"
              leftSection={<Icon size={18} />}
              onClick={() => answer(last, how)}
            >
              {t(`threadDetail.titles.${how}`)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
