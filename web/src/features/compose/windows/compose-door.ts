import type { SocketFrame } from '@bocau/contract/socket.ts';
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import { createStore } from '../../../lib/store.ts';
import type { ComposeModel, ComposeWindow } from '../../../model/compose/compose-model.ts';
import { tellPartFailed } from '../../../ui/lazy-part.tsx';

/** The way to compose, whose code comes when it is needed. */
export type ComposeDoor = {
  subscribe(listener: () => void): () => void;
  /** Null until it is there. */
  model(): ComposeModel | null;
  /** Rejects when its code did not come; the next call tries again. */
  load(): Promise<ComposeModel>;
  /** Whether this browser keeps windows that were left. */
  keepsWindows(): Promise<boolean>;
  onFrame(listener: (frame: SocketFrame) => void): () => void;
};

export const ComposeContext = createContext<ComposeDoor | null>(null);

export function useComposeDoor(): ComposeDoor {
  const door = useContext(ComposeContext);
  if (!door) throw new Error('There is no way to compose from this part of the screen');
  return door;
}

/** Does something with compose as soon as it is there. */
export function useWithCompose(): (act: (model: ComposeModel) => unknown) => void {
  const door = useComposeDoor();
  return useCallback((act) => void door.load().then(act, tellPartFailed), [door]);
}

/** For what is shown only when compose is there. */
export function useComposeModel(): ComposeModel {
  const model = useComposeDoor().model();
  if (!model) throw new Error('Compose is not there yet');
  return model;
}

/** What a reader of compose says, and again whenever it says something else. */
export function useCompose<T>(read: (model: ComposeModel) => T): T {
  const model = useComposeModel();
  return useSyncExternalStore(model.subscribe, () => read(model));
}

export function useComposeWindow(id: string): ComposeWindow | null {
  return useCompose((model) => model.window(id));
}

export type Answering = 'reply' | 'reply_all' | 'forward';

/** Answers the message that is read: the open thread says how, for the keys. */
export const answering = createStore<((how: Answering) => void) | null>(null);
