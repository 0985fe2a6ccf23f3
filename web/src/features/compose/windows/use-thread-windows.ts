import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import { useSyncExternalStore } from 'react';
import type { ComposeModel } from '../../../model/compose/compose-model.ts';
import { useLazyCompose } from '../../../parts/compose/lazy-compose.ts';

type Messages = Pick<ThreadWithMessages, 'id' | 'messages'>;

/** The windows of messages that are being written within this thread. */
export function useThreadWindows(thread: Messages): string[] {
  const joined = useWindowsOf(thread, ({ id }) => id);
  return joined === '' ? [] : joined.split(' ');
}

/** The drafts whose text is in one of these windows. */
export function useDraftsInForms(thread: Messages): string[] {
  const joined = useWindowsOf(thread, ({ messageId }) => messageId);
  return joined === '' ? [] : joined.split(' ');
}

type Shown = ReturnType<ComposeModel['windows']>[number];

/** Joined into one string, so that the result is stable while its content is the same. */
function useWindowsOf({ id, messages }: Messages, read: (window: Shown) => string | null): string {
  const lazyCompose = useLazyCompose();
  const model = useSyncExternalStore(lazyCompose.subscribe, lazyCompose.model);
  const isHere = ({ place, threadId, answers }: Shown) =>
    place === 'thread' && (threadId === id || messages.some((message) => message.id === answers));
  return useSyncExternalStore(model?.subscribe ?? nothingToFollow, () =>
    (model?.windows() ?? [])
      .filter(isHere)
      .flatMap((window) => read(window) ?? [])
      .join(' '),
  );
}

function nothingToFollow(): () => void {
  return () => undefined;
}
