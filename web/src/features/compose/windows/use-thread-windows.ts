import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import { useSyncExternalStore } from 'react';
import type { ComposeModel } from '../../../model/compose/compose-model.ts';
import { useLazyCompose } from '../../../parts/compose/lazy-compose.ts';

type Messages = Pick<ThreadWithMessages, 'id' | 'messages'>;

/** The messages that are written within this thread, by their windows. */
export function useThreadWindows(thread: Messages): string[] {
  const joined = useWindowsOf(thread, ({ id }) => id);
  return joined === '' ? [] : joined.split(' ');
}

/** The drafts whose own words are in one of them. */
export function useDraftsInForms(thread: Messages): string[] {
  const joined = useWindowsOf(thread, ({ messageId }) => messageId);
  return joined === '' ? [] : joined.split(' ');
}

type Shown = ReturnType<ComposeModel['windows']>[number];

/** As one text, so that it is the same as long as it says the same. */
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
