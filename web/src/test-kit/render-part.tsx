import type { User } from '@bocau/contract/account.ts';
import type { ApiClient } from '@bocau/contract/client.ts';
import { type ChosenSettings, DEFAULT_SETTINGS } from '@bocau/contract/settings.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, Suspense } from 'react';
import { createManualClock } from '../model/engine/test-kit/manual-clock.ts';
import { createFakeServer } from '../model/mail/test-kit/fake-server.ts';
import { startModel } from '../model/mail/test-kit/start-model.ts';
import { createSettingsModel } from '../model/settings/settings-model.ts';
import { ApiContext } from '../parts/mailbox/use-api.ts';
import { MailModelContext } from '../parts/mailbox/use-mailbox.ts';
import { SessionModelContext } from '../parts/session/use-session-model.ts';
import { SettingsContext } from '../parts/settings/use-settings.ts';
import { MemoryRouter } from '../router/router.tsx';
import { AppearanceProvider } from '../ui/appearance-context.tsx';

type Given = {
  /** The address at which the part is rendered. */
  at?: string;
  /** Overrides of the default settings. */
  settings?: Partial<ChosenSettings>;
  /** Overrides of the default signed-in user. */
  signedIn?: Partial<User>;
  /** Calls that the part makes by itself; any other call fails. */
  api?: Partial<ApiClient>;
};

/** A part that breaks fails its test by what broke. */
const tellFault: ApiClient['reportClientError'] = ({ body }) => {
  throw new Error(`${body.where} broke: ${body.message}`);
};

/**
 * Renders a part of the screen with the context it has in the program: mailbox, settings, address and theme.
 */
export async function renderPart(part: ReactNode, given: Given = {}) {
  const clock = createManualClock();
  const server = createFakeServer(clock);
  server.user = { ...server.user, ...given.signedIn };
  const { model } = await startModel(server, clock);
  const api = new Proxy({ ...given.api } as ApiClient, {
    get(calls, name) {
      if (name in calls) return calls[name as keyof ApiClient];
      if (name === 'reportClientError') return tellFault;
      throw new Error(`the part asks for ${String(name)}, which the test did not give`);
    },
  });
  const cache = { read: () => ({ ...DEFAULT_SETTINGS, ...given.settings }), write: () => undefined };
  const settings = createSettingsModel({
    api: {
      getSettings: given.api?.getSettings ?? (() => new Promise(() => undefined)),
      saveSettings: given.api?.saveSettings ?? (() => new Promise(() => undefined)),
    },
    clock,
    cache,
  });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const around = (shown: ReactNode) => (
    <QueryClientProvider client={queries}>
      <SettingsContext value={settings}>
        <AppearanceProvider>
          <MemoryRouter at={given.at ?? '/folder/INBOX'}>
            <ApiContext value={api}>
              <SessionModelContext value={model.session}>
                <MailModelContext value={model}>
                  <Suspense>{shown}</Suspense>
                </MailModelContext>
              </SessionModelContext>
            </ApiContext>
          </MemoryRouter>
        </AppearanceProvider>
      </SettingsContext>
    </QueryClientProvider>
  );
  const view = render(around(part));
  return {
    ...view,
    user: userEvent.setup(),
    model,
    server,
    clock,
    rerender: (next: ReactNode) => view.rerender(around(next)),
  };
}
