import {
  changeLabel,
  createLabel,
  labelMessages,
  labelThreads,
  listKeywords,
  listLabels,
  restoreLabels,
} from '@bocau/contract/labels.ts';
import { isOfPrograms } from '../../mail/labels/label-keywords.ts';
import { readFreeKeywords, readLabelLists } from '../../mail/labels/labels.store.ts';
import { byPlace, labelView } from '../../mail/labels/labels.view.ts';
import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import { readListsMessages } from '../../mail/settings/settings.store.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import * as act from './label-acts.ts';
import * as save from './save-label.ts';

export function labelRoutes(deps: ChangeDeps): Route[] {
  const { db } = deps;
  return [
    route(listLabels, async ({ caller: { mailbox } }) => {
      const [rows, single] = await Promise.all([readLabelLists(db, mailbox), readListsMessages(db, mailbox)]);
      return { data: rows.sort(byPlace).map((row) => labelView(row, single)) };
    }),

    route(listKeywords, async ({ caller }) => {
      const found = await readFreeKeywords(db, caller.mailbox);
      return { data: found.filter(({ keyword }) => !isOfPrograms(keyword)) };
    }),

    route(createLabel, async ({ caller, body }) => ({
      data: await save.createLabel(deps, caller.mailbox, body),
    })),

    route(changeLabel, async ({ caller, params, body }) => ({
      data: await save.changeLabel(deps, caller.mailbox, params.id, body),
    })),

    route(labelThreads, async ({ caller, body }) => ({
      data: await act.labelThreads(deps, caller.mailbox, body),
    })),

    route(labelMessages, async ({ caller, body }) => ({
      data: await act.labelMessages(deps, caller.mailbox, body),
    })),

    route(restoreLabels, async ({ caller, body }) => {
      await act.restoreLabels(deps, caller.mailbox, body);
      return { data: OK };
    }),
  ];
}
