import type { SettingsModel } from '../../model/settings/settings-model.ts';
import { SettingsContext } from '../../parts/settings/use-settings.ts';
import type { Router } from '../../router/create-router.ts';
import { RouterProvider } from '../../router/router.tsx';
import { AppearanceProvider } from '../../ui/appearance-context.tsx';
import { StartingScreen } from '../layouts/starting-screen.tsx';
import type { Session } from '../session/session.ts';
import { SessionContext } from '../session/session-context.ts';

type Props = { session: Session; settings: SettingsModel; router: Router };

export function App({ session, settings, router }: Props) {
  return (
    <SessionContext value={session}>
      <SettingsContext value={settings}>
        <AppearanceProvider>
          <RouterProvider router={router} starting={<StartingScreen />} />
        </AppearanceProvider>
      </SettingsContext>
    </SessionContext>
  );
}
