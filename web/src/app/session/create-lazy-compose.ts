import type { ApiClient } from '@bocau/contract/client.ts';
import type { SocketFrame } from '@bocau/contract/socket.ts';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { createStore } from '../../lib/store.ts';
import type { ComposeModel } from '../../model/compose/compose-model.ts';
import { windowKeyPrefix } from '../../model/compose/persisted-keys.ts';
import { indexedDbStorage } from '../../model/engine/indexed-db.ts';
import type { SettingsModel } from '../../model/settings/settings-model.ts';
import type { LazyCompose } from '../../parts/compose/lazy-compose.ts';
import { reportPartFailed } from '../../ui/lazy-part.tsx';
import type { OpenedMailbox } from './open-mailbox.ts';

/** Compose, for as long as a mailbox is open. */
export function createLazyCompose(
  api: ApiClient,
  opened: Pick<OpenedMailbox, 'session' | 'mail'>,
  settings: SettingsModel,
  sessionEnded: () => void,
): LazyCompose & { close(): void } {
  const made = createStore<ComposeModel | null>(null);
  let coming: Promise<ComposeModel> | null = null;
  const { session } = opened;
  let closed = false;
  let tell: ((frame: SocketFrame) => void) | null = null;
  let untold: SocketFrame[] = [];

  const stopListening = session.join({
    frames: {
      send_mail_failed(data) {
        const frame = { event: 'send_mail_failed', data } as const;
        if (tell) return tell(frame);
        untold.push(frame);
        load().catch(reportPartFailed);
      },
    },
  });

  async function make(): Promise<ComposeModel> {
    // The UI of its windows is loaded at the same time.
    const [{ createBrowserCompose }] = await Promise.all([
      import('../browser/browser-compose.ts'),
      loadLaterWords(),
      import('../../features/compose/windows/compose-layer.tsx'),
      import('../../features/compose/windows/reply-form.tsx'),
    ]);
    const compose = await createBrowserCompose(api, opened, settings);
    if (closed) await compose.dispose();
    // Ignored after closing: the closed mailbox reports on its own session, not on one that began since.
    compose.onEvent(({ kind }) => kind === 'session-ended' && !closed && sessionEnded());
    made.set(compose);
    return compose;
  }

  function load(): Promise<ComposeModel> {
    coming ??= make().catch((error: unknown) => {
      coming = null;
      throw error;
    });
    return coming;
  }

  return {
    subscribe: made.subscribe,
    model: made.get,
    load,
    async hasPersistedWindows() {
      const email = session.user()?.email;
      return email !== undefined && (await indexedDbStorage.keys(windowKeyPrefix(email))).length > 0;
    },
    onSendFailed(listener) {
      tell = listener;
      for (const frame of untold) listener(frame);
      untold = [];
      return () => {
        tell = null;
      };
    },
    close() {
      closed = true;
      stopListening();
      void made.get()?.dispose();
    },
  };
}
