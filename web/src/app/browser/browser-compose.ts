import type { ApiClient } from '@bocau/contract/client.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { browserOnline } from '../../lib/browser-online.ts';
import type { ComposeModel } from '../../model/compose/compose-model.ts';
import type { ComposeApi, ComposeOptions, WindowLocks } from '../../model/compose/compose-options.ts';
import { createComposeModel } from '../../model/compose/create-compose-model.ts';
import type { MailModel } from '../../model/mail/mail-model.ts';
import type { SessionModel } from '../../model/session/session-model.ts';
import type { SettingsModel } from '../../model/settings/settings-model.ts';
import { browserClock } from './browser-clock.ts';
import { watchPageReturn } from './page-return.ts';
import { pageStorage } from './page-storage.ts';
import { reportSendFailure } from './report-send-failure.ts';
import { uploadFromDisk } from './upload-file.ts';

/** The compose model on a browser's APIs. */
export async function createBrowserCompose(
  api: ApiClient,
  { session, mail }: { session: SessionModel; mail: MailModel },
  settings: SettingsModel,
): Promise<ComposeModel> {
  const compose = createComposeModel({
    api: callsFor(api, () => session.user()?.email),
    upload: uploadFromDisk,
    clock: browserClock,
    storage: pageStorage,
    locks: createWindowLocks(),
    pages: watchPageReturn(),
    online: onlineOf(session),
    newId: () => crypto.randomUUID(),
    user() {
      const user = session.user();
      if (!user) throw new Error('The mailbox is not open');
      return user;
    },
    // `max_body_size` comes only with the server's answer.
    settings: () => ({ max_body_size: LIMITS.maxBodySize, ...settings.settings() }),
    messagesOf: (threadId) =>
      [null, ...pathsOf(mail.folders())].flatMap(
        (path) => mail.thread(threadId, path).thread?.messages ?? [],
      ),
    viewport: window.innerWidth,
  });
  compose.onEvent((event) => {
    if (event.kind === 'send-failed') reportSendFailure(api, event.failure);
  });
  await compose.boot();
  return compose;
}

/** A browser with a network may still not reach the server; the session says whether it does. */
function onlineOf(session: SessionModel): ComposeOptions['online'] {
  const isLost = () => session.connection().state === 'lost';
  return {
    isOnline: browserOnline.isOnline,
    isReached: () => browserOnline.isOnline() && !isLost(),
    onChange(listener) {
      let wasLost = isLost();
      const stopWatching = session.subscribe(() => {
        if (isLost() === wasLost) return;
        wasLost = !wasLost;
        listener();
      });
      const stopListening = browserOnline.onChange(listener);
      return () => {
        stopWatching();
        stopListening();
      };
    },
  };
}

/**
 * Every call names the account of its message: a deferred message must not be sent in the session of someone
 * else who has signed in on this browser since.
 */
function callsFor(api: ComposeApi, account: () => string | undefined): ComposeApi {
  return new Proxy(api, {
    get: (calls, name: keyof ComposeApi) => (input: object) =>
      calls[name]({ ...input, account: account() } as never),
  });
}

/** An open thread is keyed by the folder that it was opened in, so all folders are needed. */
function pathsOf(folders: readonly Folder[]): string[] {
  return folders.flatMap((folder) => [folder.display_name, ...pathsOf(folder.children)]);
}

function createWindowLocks(): WindowLocks {
  return {
    take(name) {
      // The Web Locks API is available only over https and on localhost.
      if (!navigator.locks) return Promise.resolve(() => undefined);
      return new Promise((resolve, reject) => {
        navigator.locks
          .request(name, { ifAvailable: true }, (lock) => {
            if (!lock) return resolve(null);
            return new Promise<void>((release) => resolve(() => release()));
          })
          .catch(reject);
      });
    },
  };
}
