import * as contract from '@bocau/contract/drafts.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import { createDraft, type DraftDeps, readOriginal } from './create-draft.ts';
import { deleteDraft } from './delete-draft.ts';
import { makeQuote } from './make-quote.ts';
import { saveDraft } from './save-draft.ts';

export function draftRoutes(deps: DraftDeps): Route[] {
  return [
    route(contract.createDraft, async ({ caller, body }) => ({
      data: await createDraft(deps, caller.mailbox, body),
    })),

    route(contract.saveDraft, async ({ caller, params, body }) => ({
      data: await saveDraft(deps, caller.mailbox, params.id, body),
    })),

    route(contract.deleteDraft, async ({ caller, params }) => {
      await deleteDraft(deps, caller.mailbox, params.id);
      return { data: OK };
    }),

    route(contract.getQuote, async ({ caller, params, query }) => {
      const [original, settings] = await Promise.all([
        readOriginal(deps, caller.mailbox, params.id),
        readSettings(deps.db, caller.mailbox),
      ]);
      const { html } = await makeQuote(deps, original, query.action, settings);
      return { data: { html } };
    }),
  ];
}
