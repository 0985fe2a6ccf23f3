import type { Thread } from '@bocau/contract/threads.ts';
import { useEffect, useRef } from 'react';
import type { ListRef } from '../../model/mail/mail-model.ts';
import { addressOf } from '../../parts/addresses/list-address.ts';
import { useLocation, useNavigate } from '../../router/router.tsx';
import { useEnterDraft } from '../compose/windows/use-enter-draft.ts';

type Where = { list: ListRef; page: number; openId: string | null; threads: readonly Thread[] };

/** The open thread of a list: its neighbours, and navigation between them and back to the list. */
export function useReading({ list, page, openId, threads }: Where, setCursor: (thread: Thread) => void) {
  const navigate = useNavigate();
  const enterDraft = useEnterDraft();
  const fromList = (useLocation().state as { fromList?: boolean } | null)?.fromList === true;
  /** The thread being left until navigation ends: the act and the change that follows it both leave it. */
  const leaving = useRef<string | null>(null);
  useEffect(() => {
    if (leaving.current !== openId) leaving.current = null;
  }, [openId]);
  const index = openId === null ? -1 : threads.findIndex((thread) => thread.id === openId);
  const after = (index >= 0 && threads[index + 1]) || null;
  const before = (index >= 0 && threads[index - 1]) || null;

  function open(thread: Thread) {
    setCursor(thread);
    const replace = openId !== null;
    void navigate(addressOf(list, page, thread.id), {
      replace,
      state: { fromList: replace ? fromList : true },
    });
  }

  /** Opened deliberately: a draft is continued instead of being read. */
  function enter(thread: Thread) {
    const isOnlyDraft = thread.draft_ids.length > 0 && thread.draft_ids.length === thread.message_count;
    const isOfDrafts = list.kind === 'folder' && list.path === 'Drafts';
    if (isOnlyDraft || isOfDrafts) enterDraft(thread, () => open(thread));
    else open(thread);
  }

  function close() {
    if (openId === null || leaving.current === openId) return;
    leaving.current = openId;
    if (fromList) void navigate(-1);
    else void navigate(addressOf(list, page), { replace: true });
  }

  /** When the open thread is among those that leave, opens the next remaining one, or returns to the list. */
  function leave(some: readonly Thread[], opensNext: boolean) {
    const gone = new Set(some.map((thread) => thread.id));
    if (openId === null || !gone.has(openId)) return;
    const rest = [...threads.slice(index + 1), ...threads.slice(0, Math.max(0, index)).reverse()];
    const next = rest.find((thread) => !gone.has(thread.id));
    if (opensNext && next) {
      leaving.current = openId;
      open(next);
    } else close();
  }

  return { index, row: threads[index] ?? null, after, before, open, enter, close, leave };
}
