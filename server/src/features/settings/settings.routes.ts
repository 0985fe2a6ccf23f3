import { getSettings, saveSettings } from '@bocau/contract/settings.ts';
import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import { readSettings, settingsView } from '../../mail/settings/read-settings.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import * as save from './save-settings.ts';

export function settingsRoutes(deps: ChangeDeps): Route[] {
  return [
    route(getSettings, async ({ caller }) => ({
      data: settingsView(await readSettings(deps.db, caller.mailbox)),
    })),

    route(saveSettings, async ({ caller, body }) => ({
      data: settingsView(await save.saveSettings(deps, caller.mailbox, body)),
    })),
  ];
}
