import type { SocketFrame } from '@bocau/contract/socket.ts';
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { createStore } from '../../lib/store.ts';
import type { ComposeModel, ComposeWindow } from '../../model/compose/compose-model.ts';
import { reportPartFailed } from '../../ui/lazy-part.tsx';
import { holdKeys } from '../keyboard/typed-ahead.ts';
import { useSessionModel } from '../session/use-session-model.ts';

/** Compose, whose code is loaded on first use. */
export type LazyCompose = {
  subscribe(listener: () => void): () => void;
  /** Null until it is loaded. */
  model(): ComposeModel | null;
  /** Rejects when the code cannot be loaded; the next call retries. */
  load(): Promise<ComposeModel>;
  /** Whether this browser has persisted windows of an earlier visit. */
  hasPersistedWindows(): Promise<boolean>;
  /**
   * Subscribes to failed sends, also earlier ones: a frame that arrives without a listener loads the code.
   */
  onSendFailed(listener: (frame: SocketFrame) => void): () => void;
};

export const ComposeContext = createContext<LazyCompose | null>(null);

export function useLazyCompose(): LazyCompose {
  const lazyCompose = useContext(ComposeContext);
  if (!lazyCompose) throw new Error('There is no LazyCompose around this part of the screen');
  return lazyCompose;
}

/** Runs a function with the model as soon as compose is loaded. */
export function useWithCompose(): (act: (model: ComposeModel) => unknown) => void {
  const lazyCompose = useLazyCompose();
  return useCallback((act) => void lazyCompose.load().then(act, reportPartFailed), [lazyCompose]);
}

/** Opens a message to type into at once: keystrokes are held from now on, and returned if none opens. */
export function useOpenMessage(): (
  open: (model: ComposeModel) => string | null | Promise<string | null>,
) => void {
  const lazyCompose = useLazyCompose();
  const session = useSessionModel();
  const { t } = useTranslation();
  return useCallback(
    async (open) => {
      // For a user who may not send, nothing opens: keys keep acting on the page.
      const maySend = session.user()?.enable_smtp !== 0;
      const returnKeys = maySend ? holdKeys('message', t('common.loading')) : () => {};
      let isWritten = false;
      try {
        const model = await lazyCompose.load().catch(reportPartFailed);
        const id = model ? await open(model) : null;
        const view = id === null ? null : model?.window(id);
        // A message that was minimised does not take keystrokes.
        isWritten = view?.place === 'thread' || (view != null && view.windowState !== 'mini');
      } finally {
        if (!isWritten) returnKeys();
      }
    },
    [lazyCompose, session, t],
  );
}

/** For components that render only when compose is loaded. */
export function useComposeModel(): ComposeModel {
  const model = useLazyCompose().model();
  if (!model) throw new Error('Compose is not loaded yet');
  return model;
}

/** Reads from compose, and rerenders when what it read changes. */
export function useCompose<T>(read: (model: ComposeModel) => T): T {
  const model = useComposeModel();
  return useSyncExternalStore(model.subscribe, () => read(model));
}

export function useComposeWindow(id: string): ComposeWindow | null {
  return useCompose((model) => model.window(id));
}

export type Answering = 'reply' | 'reply_all' | 'forward';

/** Answers the open message; set by the open thread, for the keyboard shortcuts and the bar above it. */
export type AnswerTarget = {
  answer(how: Answering): void;
  /** There are more than its sender to reply to. */
  hasOthers: boolean;
};

export const answering = createStore<AnswerTarget | null>(null);

/** The compose window that is to show its templates as soon as its form is there. */
export const templateRequest = createStore<string | null>(null);
