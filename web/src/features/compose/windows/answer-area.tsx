import type { Message } from '@bocau/contract/messages.ts';
import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconArrowBackUpDouble, IconArrowForwardUp } from '@tabler/icons-react';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useMailbox } from '../../mailbox-context/use-mailbox.ts';
import styles from './answer-area.module.css';
import { type Answering, answering } from './compose-door.ts';
import { useAnswer } from './use-answer.ts';
import { useThreadWindows } from './use-thread-windows.ts';

const ReplyForm = lazyPart(async () => (await import('./reply-form.tsx')).ReplyForm);

const WAYS = [
  { how: 'reply', icon: IconArrowBackUp },
  { how: 'reply_all', icon: IconArrowBackUpDouble },
  { how: 'forward', icon: IconArrowForwardUp },
] as const;

/** Below the last message: the ways to answer it, or the answers that are being written. */
export function AnswerArea({ thread }: { thread: ThreadWithMessages }) {
  const { t } = useTranslation();
  const answer = useAnswer();
  const windows = useThreadWindows(thread);
  const maySend = useMailbox((model) => model.user()?.enable_smtp === 1);
  const last = thread.messages.findLast(isAnswerable) ?? null;
  const ways = WAYS.filter(({ how }) => last && (how !== 'reply_all' || hasOthers(last)));
  const mayAnswer = maySend && last !== null;

  const latest = useRef({ answer, last });
  latest.current = { answer, last };
  useEffect(() => {
    if (!mayAnswer) return undefined;
    const perform = (how: Answering) => {
      const now = latest.current;
      if (now.last) now.answer(now.last, how);
    };
    answering.set(perform);
    return () => {
      if (answering.get() === perform) answering.set(null);
    };
  }, [mayAnswer]);

  return (
    <div className={`${styles.area} not-printed`}>
      <Suspense fallback={null}>
        {windows.map((id) => (
          <ReplyForm key={id} id={id} thread={thread} />
        ))}
      </Suspense>
      {windows.length === 0 && mayAnswer && (
        <div className={styles.ways}>
          {ways.map(({ how, icon: Icon }) => (
            <Button
              key={how}
              variant="default"
              leftSection={<Icon size={18} />}
              onClick={() => answer(last, how)}
            >
              {t(`letters.titles.${how}`)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

/** What has not been sent yet, or is sent again and again, can not be answered. */
export function isAnswerable({ is_draft, state, period, intended_time }: Message): boolean {
  return !is_draft && state !== 'sending' && period === null && intended_time === null;
}

function hasOthers({ to, cc }: Message): boolean {
  return to.length + cc.length > 1;
}
