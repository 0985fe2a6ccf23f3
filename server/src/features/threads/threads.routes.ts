import { STARRED } from '@bocau/contract/folder-roles.ts';
import { muteThreads, pinThreads } from '@bocau/contract/thread-marks.ts';
import {
  deleteThreads,
  getThread,
  getThreadImages,
  listStarred,
  listThreads,
  markThreads,
  moveThreads,
  restoreThreads,
  searchThreads,
  starThread,
  unspamThreads,
} from '@bocau/contract/threads.ts';
import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import { isListOfLabel, isSearch, search } from '../search/search.ts';
import { listFolder, listLabel } from './list-threads.ts';
import * as mark from './mark-threads.ts';
import * as move from './move-threads.ts';
import * as mute from './mute-threads.ts';
import { openThread } from './open-thread.ts';
import * as pin from './pin-threads.ts';
import * as star from './star-thread.ts';

export function threadRoutes(deps: ChangeDeps): Route[] {
  const { db } = deps;
  return [
    route(listThreads, ({ caller, query }) =>
      isListOfLabel(query)
        ? listLabel(db, caller.mailbox, query.label, query)
        : isSearch(query)
          ? search(db, caller.mailbox, query)
          : listFolder(db, caller.mailbox, query.in ?? 'INBOX', query),
    ),
    route(searchThreads, ({ caller, query }) => search(db, caller.mailbox, query)),
    route(listStarred, ({ caller, query }) => listFolder(db, caller.mailbox, STARRED, query)),

    route(getThread, async ({ caller, params, query }) => ({
      data: await openThread(deps, caller.mailbox, {
        id: params.id,
        in: query.in,
        bodies: query.expand === '0' ? 'all' : 'expanded',
        // To read marks as read only for whoever may mark.
        peek: query.peek === true || !caller.rights.has('organise'),
      }),
    })),

    route(getThreadImages, async ({ caller, params }) => {
      const thread = await openThread(deps, caller.mailbox, {
        id: params.id,
        in: undefined,
        bodies: 'none',
        peek: true,
      });
      const images = thread.messages.flatMap((message) =>
        message.files.flatMap(({ id, content_id, content_type }) =>
          content_id !== null ? [{ message_id: message.id, content_id, file_id: id, content_type }] : [],
        ),
      );
      return { data: images };
    }),

    route(starThread, async ({ caller, params, body }) => ({
      data: await star.starThread(deps, caller.mailbox, params.id, body.starred),
    })),

    route(markThreads, async ({ caller, body }) => {
      const { ids, folder_id = null, unread } = body;
      await mark.markThreads(deps, caller.mailbox, { ids, folderId: folder_id, unread });
      return { data: OK };
    }),

    route(pinThreads, async ({ caller, body }) => {
      await pin.pinThreads(deps, caller.mailbox, body);
      return { data: OK };
    }),

    route(muteThreads, async ({ caller, body }) => {
      await mute.muteThreads(deps, caller.mailbox, body);
      return { data: OK };
    }),

    route(moveThreads, async ({ caller, body }) => ({
      data: { moved: await move.moveThreads(deps, caller.mailbox, body) },
    })),

    route(deleteThreads, async ({ caller, body }) => ({
      data: { moved: await move.deleteThreads(deps, caller.mailbox, body.ids, body.folder_id ?? null) },
    })),

    route(restoreThreads, async ({ caller, body }) => ({
      data: { moved: await move.restoreThreads(deps, caller.mailbox, body.ids, body.folder_id ?? null) },
    })),

    route(unspamThreads, async ({ caller, body }) => ({
      data: await move.unspamThreads(deps, caller.mailbox, body.ids),
    })),
  ];
}
