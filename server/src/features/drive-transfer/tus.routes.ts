import { cancelUpload, createUpload, getUpload, sendUpload } from '@bocau/contract/drive-uploads.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type DriveCaller, reachFolder } from '../../drive/access/reach-entry.ts';
import { fileNotFound } from '../../drive/entries/entry-path.ts';
import * as create from '../../drive/uploads/create-upload.ts';
import { discardUpload, type FinishDeps } from '../../drive/uploads/finish-upload.ts';
import { asTus, finishLeft, receiveCall } from '../../drive/uploads/tus-calls.ts';
import { metadataOf, readWanted, stateOf, TUS, TUS_ABILITIES } from '../../drive/uploads/tus-headers.ts';
import { readOwnUpload, type UploadRow } from '../../drive/uploads/uploads.store.ts';
import type { SessionCaller } from '../../platform/caller.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ReadDb } from '../../tables.ts';

/** Resumable uploads by tus 1.0; decision 073 explains why no library is used. */
export function tusRoutes(deps: FinishDeps & { log: Logger }): Route[] {
  const { db } = deps;

  /** Only with current write access to the folder: another user's upload is reported like a missing one. */
  async function findUpload(caller: SessionCaller, id: string): Promise<UploadRow> {
    const upload = await readOwnUpload(db, caller.person, id);
    if (!upload) throw fileNotFound();
    await requirePlace(db, caller, upload);
    create.refuseExpired(deps, upload);
    return upload;
  }

  async function requirePlace(
    read: ReadDb,
    caller: DriveCaller,
    { parent_id, mailbox_id }: UploadRow,
  ): Promise<void> {
    const { mailboxId } = await reachFolder(read, caller, parent_id, 'WRITE');
    if (mailboxId !== mailbox_id) throw fileNotFound();
  }

  const judgeOf = (caller: DriveCaller, upload: UploadRow) => (read: ReadDb) =>
    // The bytes may have come for hours, and a share have ended meanwhile; or it ends while they are scanned.
    requirePlace(read, { person: caller.person, at: unixSeconds(deps.clock) }, upload);

  /**
   * A client that gets an error, or no response, never learned the upload's URL: its reservation would last
   * for a day.
   */
  async function receiveFirst(
    caller: SessionCaller,
    begun: UploadRow,
    request: FastifyRequest,
  ): Promise<UploadRow> {
    try {
      return await receiveCall(deps, begun, request, judgeOf(caller, begun));
    } catch (error) {
      await discardUpload(deps, begun).catch(({ message: reason }: Error) =>
        deps.log.warn({ upload: begun.id, reason }, 'upload that was refused keeps its room for a day'),
      );
      throw error;
    }
  }

  return [
    route(createUpload, ({ caller, request }) =>
      asTus(request, async () => {
        const { parentId, ...wanted } = readWanted(request.headers);
        const { mailboxId, id: folderId } = await reachFolder(db, caller, parentId, 'WRITE');
        const author = { mailboxId: caller.person, name: caller.email };
        const place = { mailboxId, folderId, author, shareId: null };
        const begun = await create.createUpload(deps, place, wanted);
        const upload = request.body || begun.size === 0 ? await receiveFirst(caller, begun, request) : begun;
        const location = `${createUpload.path}/${upload.id}`;
        return { status: 201, headers: { ...stateOf(upload), location }, stream: null };
      }),
    ),

    route(getUpload, ({ caller, params, request }) =>
      asTus(request, async () => {
        const found = await findUpload(caller, params.id);
        const upload = await finishLeft(deps, found, judgeOf(caller, found));
        const { id, received, size, expires_at, entry_id } = upload;
        const body = JSON.stringify({ data: { id, received, size, expires_at, entry_id } });
        return {
          headers: {
            ...stateOf(upload),
            ...metadataOf(upload),
            'content-type': 'application/json; charset=utf-8',
          },
          stream: request.method === 'HEAD' ? null : Buffer.from(body),
        };
      }),
    ),

    route(sendUpload, ({ caller, params, request }) =>
      asTus(request, async () => {
        const found = await findUpload(caller, params.id);
        const upload = await receiveCall(deps, found, request, judgeOf(caller, found));
        return { status: 204, headers: stateOf(upload), stream: null };
      }),
    ),

    route(cancelUpload, ({ caller, params, request }) =>
      asTus(request, async () => {
        const found = await readOwnUpload(db, caller.person, params.id);
        if (!found) throw fileNotFound();
        await discardUpload(deps, found);
        return { status: 204, headers: TUS, stream: null };
      }),
    ),
  ];
}

/** Describes the supported protocol, without authentication. */
export function bindTusOptions(app: FastifyInstance): void {
  app.options(createUpload.path, (_request, reply) => reply.code(204).headers(TUS_ABILITIES).send());
  app.options(sendUpload.path, (_request, reply) => reply.code(204).headers(TUS_ABILITIES).send());
}
