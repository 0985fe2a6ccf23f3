import type { Signature } from '@bocau/contract/signatures.ts';
import type { KeyValueStorage, ModelClock } from '../engine/environment.ts';
import { asApiError, createRetry, isUnreachable } from '../engine/retry.ts';
import type { ComposeWindow, Sender } from './compose-model.ts';
import type { ComposeApi, ComposeSettings } from './compose-options.ts';

const MAIN = 'main';
const NONE = 'none';

type Deps = {
  api: ComposeApi;
  storage: KeyValueStorage;
  clock: ModelClock;
  email: string;
  settings(): ComposeSettings;
  told(): void;
};

/** All signatures of this person, the main one first, without empty ones. Cached for offline use. */
export function createSignatures({ api, storage, clock, email, settings, told }: Deps) {
  const key = `${email} signatures`;
  const retry = createRetry(clock);
  let others: readonly Signature[] = [];
  let all: readonly Signature[] = [];

  /** The same list until something in it changes. */
  function list(): readonly Signature[] {
    const { signature, signature_name } = settings();
    const main = { id: MAIN, name: signature_name, html: signature };
    const now = [main, ...others].filter(({ html }) => html !== '');
    if (JSON.stringify(now) !== JSON.stringify(all)) all = now;
    return all;
  }

  async function load(): Promise<void> {
    try {
      const { data } = await api.listSignatures({});
      retry.reset();
      others = data;
      told();
      await storage.set(key, data).catch(() => undefined);
    } catch (error) {
      if (isUnreachable(asApiError(error))) retry.later(() => void load());
    }
  }

  return {
    list,
    /**
     * ST-9: the signature that a message begins with: its sender's, otherwise the one chosen for messages of
     * its kind.
     */
    forMessage({ action, from }: Pick<ComposeWindow, 'action' | 'from'>, senders: readonly Sender[]) {
      const { enable_use_signature, signature_for_new, signature_for_answers } = settings();
      if (!enable_use_signature) return null;
      const kind = action === 'new' ? signature_for_new : signature_for_answers;
      const choice = senders.find((sender) => sender.email === from)?.signature ?? kind;
      return choice === NONE ? null : (list().find(({ id }) => id === choice)?.html ?? null);
    },
    async restore() {
      const kept = (await storage.get(key).catch(() => null)) as readonly Signature[] | null | undefined;
      if (kept) others = kept;
    },
    load: () => void load(),
    stop: () => retry.reset(),
  };
}
