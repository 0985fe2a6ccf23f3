import type { Message } from '@bocau/contract/messages.ts';
import type { KeyValueStorage, ModelClock } from '../engine/environment.ts';
import { asApiError, createRetry, isUnreachable } from '../engine/retry.ts';
import type { ComposeWindow, Sender } from './compose-model.ts';
import type { ComposeApi } from './compose-options.ts';
import type { ComposeStore } from './compose-store.ts';
import { answerSender } from './reply-fields.ts';

type Deps = {
  api: ComposeApi;
  storage: KeyValueStorage;
  clock: ModelClock;
  email: string;
  told(senders: readonly Sender[]): void;
};

/** The accounts that may appear in From; cached for use without a connection. */
export function createSenders({ api, storage, clock, email, told }: Deps) {
  const key = `${email} senders`;
  const retry = createRetry(clock);
  let senders: readonly Sender[] = [{ name: '', email, default: true, signature: null }];

  function apply(list: readonly Sender[]): void {
    senders = list.toSorted((one, other) => Number(other.default) - Number(one.default));
    told(senders);
  }

  async function load(): Promise<void> {
    try {
      const { data } = await api.completeAddresses({ query: {} });
      const list = data.map((sender) => ({
        name: sender.name,
        email: sender.email,
        default: sender.default ?? false,
        signature: sender.signature ?? null,
      }));
      apply(list);
      await storage.set(key, list).catch(() => undefined);
    } catch (error) {
      if (isUnreachable(asApiError(error))) retry.later(() => void load());
    }
  }

  return {
    list: () => senders,
    addresses: () =>
      new Set([email, ...senders.map((sender) => sender.email)].map((one) => one.toLowerCase())),
    async restore() {
      const list = (await storage.get(key).catch(() => null)) as readonly Sender[] | null | undefined;
      if (list) apply(list);
    },
    load: () => void load(),
    stop: () => retry.reset(),
  };
}

/**
 * Accounts were loaded after windows were opened: windows whose sender was not chosen by the user get the
 * right one.
 */
export function correctSenders(
  store: ComposeStore,
  senders: readonly Sender[],
  messagesOf: (threadId: string) => readonly Message[],
): void {
  function answeredBy({ answers, threadId }: ComposeWindow): Message | null | undefined {
    if (answers === null) return null;
    return threadId === null ? undefined : messagesOf(threadId).find(({ id }) => id === answers);
  }

  for (const { view, senderChosen } of store.all()) {
    if (senderChosen || view.messageId !== null) continue;
    const answered = answeredBy(view);
    // The message that it answers is not loaded here.
    if (answered === undefined) continue;
    const from = answerSender(answered, senders);
    if (from !== view.from) store.update(view.id, { view: { from } });
  }
  store.notify();
}
