import type { QueryClient } from '@tanstack/react-query';
import type { ComposeDoor } from '../features/compose/windows/compose-door.ts';
import { loadLaterWords } from '../i18n/i18n.ts';
import { loadChunk } from '../lib/load-chunk.ts';
import { createStore } from '../lib/store.ts';
import type { ComposeModel } from '../model/compose/compose-model.ts';
import { keptPrefix } from '../model/compose/kept-keys.ts';
import { openKeptValues } from './kept-values.ts';
import type { Opening } from './open-mailbox.ts';
import type { Session } from './session.ts';

/** Compose for as long as a mailbox is open. */
export function createComposeDoor(
  session: Session,
  { model, onFrame }: Opening,
  queries: QueryClient,
  sessionEnded: () => void,
): ComposeDoor & { close(): void } {
  const made = createStore<ComposeModel | null>(null);
  let coming: Promise<ComposeModel> | null = null;
  let closed = false;

  async function make(): Promise<ComposeModel> {
    const [{ createBrowserCompose }] = await loadChunk(() =>
      Promise.all([import('./browser-compose.ts'), loadLaterWords()]),
    );
    const compose = await createBrowserCompose(session, model, queries);
    if (closed) await compose.dispose();
    onFrame(compose.takeFrame);
    // What a mailbox that was left is still told is about a session that is over, not about the one that began since.
    compose.onEvent(({ kind }) => kind === 'session-ended' && !closed && sessionEnded());
    made.set(compose);
    return compose;
  }

  return {
    subscribe: made.subscribe,
    model: made.get,
    load() {
      coming ??= make().catch((error: unknown) => {
        coming = null;
        throw error;
      });
      return coming;
    },
    async keepsWindows() {
      const email = model.user()?.email;
      return email !== undefined && (await openKeptValues().keys(keptPrefix(email))).length > 0;
    },
    onFrame,
    close() {
      closed = true;
      void made.get()?.dispose();
    },
  };
}
