import { getSettings, saveSettings } from '@bocau/contract/settings.ts';
import * as contract from '@bocau/contract/signatures.ts';
import type { SignatureDeps } from '../../mail/settings/own-images.ts';
import { settingsView } from '../../mail/settings/read-settings.ts';
import { readSettingsOf } from '../../mail/settings/settings-of-caller.ts';
import { readSignatures } from '../../mail/settings/signatures.store.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import * as save from './save-settings.ts';
import { createSignature, deleteSignature, updateSignature } from './save-signature.ts';

export function settingsRoutes(deps: SignatureDeps): Route[] {
  return [
    route(getSettings, async ({ caller }) => ({
      data: settingsView(await readSettingsOf(deps.db, caller)),
    })),

    route(saveSettings, async ({ caller, body, request }) => {
      const from = { address: request.ip, userAgent: request.headers['user-agent'] ?? '' };
      return { data: settingsView(await save.saveSettings(deps, caller, body, from)) };
    }),

    route(contract.listSignatures, async ({ caller }) => ({
      data: await readSignatures(deps.db, caller.mailbox),
    })),

    route(contract.createSignature, async ({ caller, body }) => ({
      data: await createSignature(deps, caller.mailbox, body),
    })),

    route(contract.updateSignature, async ({ caller, params, body }) => ({
      data: await updateSignature(deps, caller.mailbox, params.id, body),
    })),

    route(contract.deleteSignature, async ({ caller, params }) => {
      await deleteSignature(deps, caller.mailbox, params.id);
      return { data: { ok: true } as const };
    }),
  ];
}
