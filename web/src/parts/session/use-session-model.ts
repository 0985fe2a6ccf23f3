import { createContext, useContext, useSyncExternalStore } from 'react';
import type { SessionModel } from '../../model/session/session-model.ts';

export const SessionModelContext = createContext<SessionModel | null>(null);

export function useSessionModel(): SessionModel {
  const model = useContext(SessionModelContext);
  if (!model) throw new Error('There is no session around this part of the screen');
  return model;
}

/** Reads the signed-in user or the connection state, and rerenders when what it read changes. */
export function useSessionState<T>(read: (model: SessionModel) => T): T {
  const model = useSessionModel();
  return useSyncExternalStore(model.subscribe, () => read(model));
}
