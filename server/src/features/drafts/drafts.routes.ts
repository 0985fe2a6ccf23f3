import * as contract from '@bocau/contract/drafts.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import { Failure } from '../../platform/failure.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import { createDraft, type DraftDeps } from './create-draft.ts';
import { deleteDraft } from './delete-draft.ts';
import { readOriginal } from './read-original.ts';
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
      const quoting = { action: query.action, reader: await readSettings(deps.db, caller.mailbox) };
      const read = await readOriginal(deps, caller.mailbox, params.id, quoting);
      if (!read?.quote) throw new Failure('message_not_found', 'Message not found');
      return { data: { html: read.quote.html } };
    }),
  ];
}
