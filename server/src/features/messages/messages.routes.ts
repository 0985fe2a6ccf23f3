import {
  deleteMessagesForGood,
  downloadMessage,
  getMessage,
  moveMessages,
} from '@bocau/contract/messages.ts';
import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import { readMessage, readMessageHead } from '../../mail/messages/messages.store.ts';
import { messageView } from '../../mail/messages/messages.view.ts';
import { sourceFileName } from '../../mail/messages/source-file.ts';
import { readInTurn, readingCost } from '../../mail/messages/thread-reads.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { Failure } from '../../platform/failure.ts';
import { contentDisposition } from '../../platform/http/content-disposition.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import * as act from './act-on-messages.ts';

export function messageRoutes(deps: ChangeDeps & { blobs: BlobStore }): Route[] {
  const { db, blobs } = deps;
  return [
    route(getMessage, async ({ caller, params, query }) => {
      if (query.type !== 'raw') {
        const message = await readInTurn(
          caller.mailbox,
          () => readMessage(db, caller.mailbox, params.id),
          (read) => (read ? readingCost([read], [read]) : 0),
        );
        if (!message) throw notFound();
        return { data: messageView(message) };
      }
      const message = await readMessageHead(db, caller.mailbox, params.id);
      if (!message) throw notFound();
      if (message.blob === null) {
        throw new Failure('message_not_found', 'A draft has no source until it is sent');
      }
      return {
        headers: {
          'content-type': 'text/plain; charset=utf-8',
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
        },
        stream: await blobs.open(message.blob),
      };
    }),

    route(downloadMessage, async ({ caller, params }) => {
      const message = await readMessageHead(db, caller.mailbox, params.id);
      if (!message?.blob) throw notFound();
      return {
        headers: {
          // Never displayed by a browser, whatever its bytes look like.
          'content-type': 'application/octet-stream',
          'content-disposition': contentDisposition('attachment', sourceFileName(message.subject)),
          'cache-control': 'private, no-store',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
        },
        stream: await blobs.open(message.blob),
      };
    }),

    route(moveMessages, async ({ caller, body }) => {
      const { message_ids, from_folder_id, to_folder_id } = body;
      await act.moveSingleMessages(deps, caller.mailbox, message_ids, from_folder_id, to_folder_id);
      return { data: OK };
    }),

    route(deleteMessagesForGood, async ({ caller, body }) => {
      await act.deleteFromTrash(deps, caller.mailbox, body.thread_ids);
      return { data: OK };
    }),
  ];
}

function notFound(): Failure {
  return new Failure('message_not_found', 'Message not found');
}
