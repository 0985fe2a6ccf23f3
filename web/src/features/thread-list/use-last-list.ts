import type { Thread } from '@bocau/contract/threads.ts';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { keepLastList } from '../../lib/early-rows.ts';
import { now } from '../../lib/timers.ts';
import { addressOf } from '../../parts/addresses/list-address.ts';
import { isDoubtful } from '../../parts/senders/sender-doubts.ts';
import { useSessionState } from '../../parts/session/use-session-model.ts';
import { subjectWords } from '../../parts/subjects/subject-words.tsx';
import { namesOf, peopleOf, timeOf } from './row-words.ts';
import type { ListScreen } from './use-list-screen.ts';

/** More than fit in a window. */
const ROWS = 30;

/** On unload, saves the text of the first rows; the next visit shows them before any script runs. */
export function useLastList({ list, page, view, handlers }: ListScreen, beside: boolean): void {
  const { t, language } = useTranslation();
  const person = useSessionState((session) => session.user()?.email);
  const write = useRef(() => {});
  write.current = () => {
    if (list.kind === 'search' || view.loading !== 'ready' || view.lastSeen || beside) return;
    const rows = view.threads.slice(0, ROWS).map((thread) => ({
      href: addressOf(list, page, thread.id),
      ...wordsOf(thread),
      unread: thread.unread,
    }));
    keepLastList({ person, language, address: addressOf(list, page), at: now(), rows });
  };

  function wordsOf(thread: Thread) {
    const people = peopleOf(thread);
    const names = namesOf(people, handlers.own, t('threadList.me'));
    return {
      names: people.some(isDoubtful) ? `⚠ ${names}` : names,
      subject: subjectWords(t, thread.subject),
      snippet: thread.snippet,
      time: timeOf(thread, handlers.timeZone),
    };
  }

  useLayoutEffect(() => {
    const leave = () => document.visibilityState === 'hidden' && write.current();
    document.addEventListener('visibilitychange', leave);
    return () => document.removeEventListener('visibilitychange', leave);
  }, []);
}
