import { createContext, useContext, useSyncExternalStore } from 'react';
import type { MailModel } from '../../model/mail/mail-model.ts';

export const MailModelContext = createContext<MailModel | null>(null);

export function useMailModel(): MailModel {
  const model = useContext(MailModelContext);
  if (!model) throw new Error('There is no mailbox around this part of the screen');
  return model;
}

/** Reads from the model, and rerenders when what it read changes. */
export function useMailbox<T>(read: (model: MailModel) => T): T {
  const model = useMailModel();
  return useSyncExternalStore(model.subscribe, () => read(model));
}
