import {
  downloadFile,
  downloadFileAsText,
  downloadMessageFiles,
  getFile,
  listFiles,
  openAttachedMessage,
} from '@bocau/contract/messages.ts';
import { attachMessages, downloadPublicFile, uploadFile } from '@bocau/contract/uploads.ts';
import { type AttachmentRow, readAttachments } from '../../mail/attachments/attachments.store.ts';
import { type FileDeps, fileNotFound, sendFile } from '../../mail/attachments/send-file.ts';
import { fileView } from '../../mail/messages/messages.view.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { readForm } from '../../platform/http/read-form.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { MailParser } from '../../platform/mime/parse-pool.ts';
import * as attach from './attach-messages.ts';
import { readListedFiles, readPublicFile } from './attachments.store.ts';
import * as open from './open-attached-message.ts';
import { sendBase64 } from './send-base64.ts';
import { sendZip } from './send-zip.ts';
import { type UploadDeps, uploadFiles } from './upload-files.ts';

export function attachmentRoutes(deps: FileDeps & UploadDeps & { parser: MailParser }): Route[] {
  const { db } = deps;

  async function findFile(mailboxId: number, id: string): Promise<AttachmentRow> {
    const [file] = await readAttachments(db, mailboxId, [id]);
    if (!file) throw fileNotFound();
    return file;
  }

  return [
    route(uploadFile, async ({ caller, request }) => {
      const files = await uploadFiles(deps, caller.mailbox, (take) => readForm(request, take));
      return { data: files.map(fileView) };
    }),

    route(attachMessages, async ({ caller, body }) => {
      const files = await attach.attachMessages(deps, caller.mailbox, body.message_ids);
      return { data: files.map(fileView) };
    }),

    route(downloadPublicFile, async ({ params, request }) => {
      const file = await readPublicFile(db, params.id, unixSeconds(deps.clock));
      if (!file) throw fileNotFound();
      const { method, headers } = request;
      const sent = await sendFile(deps, file, { inline: true, method, headers });
      // Any page may embed it.
      return { ...sent, headers: { ...sent.headers, 'cross-origin-resource-policy': 'cross-origin' } };
    }),

    route(listFiles, async ({ caller, query }) => {
      const ids = query.ids.split(',').filter((id) => id !== '');
      const files = new Map((await readAttachments(db, caller.mailbox, ids)).map((file) => [file.id, file]));
      return { data: ids.map((id) => fileView(files.get(id) ?? refuse())) };
    }),

    route(getFile, async ({ caller, params }) => ({
      data: fileView(await findFile(caller.mailbox, params.id)),
    })),

    route(downloadFile, async ({ caller, params, query, request }) => {
      const file = await findFile(caller.mailbox, params.id);
      const { method, headers } = request;
      return sendFile(deps, file, { inline: query.inline === '1', method, headers });
    }),

    route(downloadFileAsText, async ({ caller, params }) =>
      sendBase64(deps, await findFile(caller.mailbox, params.id)),
    ),

    route(openAttachedMessage, async ({ caller, params }) => ({
      data: await open.openAttachedMessage(deps, await findFile(caller.mailbox, params.id)),
    })),

    route(downloadMessageFiles, async ({ caller, params, request }) => {
      const message = await readListedFiles(db, caller.mailbox, params.id);
      if (!message) throw new Failure('message_not_found', 'Message not found');
      if (message.files.length === 0) throw new Failure('file_not_found', 'This message has no attachments');
      return sendZip(deps, message, request.method);
    }),
  ];
}

function refuse(): never {
  throw fileNotFound();
}
