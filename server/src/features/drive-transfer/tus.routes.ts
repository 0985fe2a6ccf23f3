import { cancelUpload, createUpload, getUpload, sendUpload } from '@bocau/contract/drive-uploads.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type DriveCaller, reachFolder } from '../../drive/access/reach-entry.ts';
import { fileNotFound } from '../../drive/entries/entry-path.ts';
import * as create from '../../drive/uploads/create-upload.ts';
import { discardUpload, type FinishDeps, finishUpload } from '../../drive/uploads/finish-upload.ts';
import { receiveUpload } from '../../drive/uploads/receive-upload.ts';
import { withLease } from '../../drive/uploads/upload-lease.ts';
import { readOwnUpload, type UploadRow } from '../../drive/uploads/uploads.store.ts';
import type { SessionCaller } from '../../platform/caller.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { bodyIsRead } from '../../platform/http/after-body.ts';
import { HttpFailure } from '../../platform/http/http-failure.ts';
import { type Bytes, type Route, route } from '../../platform/http/routes.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ReadDb } from '../../tables.ts';
import {
  metadataOf,
  readChecksum,
  readNumber,
  readWanted,
  refuseOtherVersions,
  stateOf,
  TUS,
  TUS_ABILITIES,
} from './tus-headers.ts';

/** So much of a body that is not wanted is read to its end, so that who sends it hears why; of more the line is cut. */
const READ_IN_VAIN = 8 * 1024 ** 2;

/** Uploads that resume, by tus 1.0: see decision 073 for why the protocol is spoken here and not by a library. */
export function tusRoutes(deps: FinishDeps & { log: Logger }): Route[] {
  const { db } = deps;

  /** As whoever may write to the folder still: an upload of somebody else is as unknown as one that never was. */
  async function findUpload(caller: SessionCaller, id: string): Promise<UploadRow> {
    const upload = await readOwnUpload(db, caller.mailbox, id);
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

  /** Takes the bytes of a call, if it has any, and makes a file of what is whole. */
  async function receive(
    caller: SessionCaller,
    found: UploadRow,
    request: FastifyRequest,
  ): Promise<UploadRow> {
    const checksum = readChecksum(request.headers);
    const body = request.body as AsyncIterable<Uint8Array> | undefined;
    return withLease(
      deps,
      found,
      async (leased) => {
        const { upload } = leased;
        create.refuseExpired(deps, upload);
        const offset = request.method === 'PATCH' ? readNumber(request.headers, 'upload-offset') : 0;
        if (offset !== upload.received) {
          throw new HttpFailure('upload_offset_wrong', `The upload is at ${upload.received}`, {
            headers: { 'upload-offset': String(upload.received) },
          });
        }
        if (Number(request.headers['content-length'] ?? 0) > upload.size - offset) {
          throw new Failure('too_large', 'More bytes are sent than the upload was to have');
        }
        const isMore = body !== undefined && upload.entry_id === null;
        const received = isMore ? await receiveUpload(deps, leased, body, checksum) : upload.received;
        await bodyIsRead(request);
        return finished(caller, { ...upload, received });
      },
      () => request.raw.destroy(),
    );
  }

  /** Whoever hears of a refusal, or of nothing, was never told where the upload is: it would hold its room for a day. */
  async function receiveFirst(
    caller: SessionCaller,
    begun: UploadRow,
    request: FastifyRequest,
  ): Promise<UploadRow> {
    try {
      return await receive(caller, begun, request);
    } catch (error) {
      await discardUpload(deps, begun).catch(({ message: reason }: Error) =>
        deps.log.warn({ upload: begun.id, reason }, 'upload that was refused keeps its room for a day'),
      );
      throw error;
    }
  }

  async function finished({ mailbox }: SessionCaller, upload: UploadRow): Promise<UploadRow> {
    if (upload.received < upload.size || upload.entry_id !== null) return upload;
    // The bytes may have come for hours, and a share have ended meanwhile; or it ends while they are scanned.
    const judge = (read: ReadDb) => requirePlace(read, { mailbox, at: unixSeconds(deps.clock) }, upload);
    await judge(db);
    return { ...upload, entry_id: await finishUpload(deps, upload, judge) };
  }

  return [
    route(createUpload, ({ caller, request }) =>
      asTus(request, async () => {
        const { parentId, ...wanted } = readWanted(request.headers);
        const { mailboxId, id: folderId } = await reachFolder(db, caller, parentId, 'WRITE');
        const author = { mailboxId: caller.mailbox, name: caller.email };
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
        // Its process died between the last byte and the file.
        const isLeft = found.received === found.size && found.entry_id === null;
        const upload = isLeft
          ? await withLease(deps, found, (leased) => finished(caller, leased.upload))
          : found;
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
        if (request.body === undefined && Number(request.headers['content-length'] ?? 0) > 0) {
          throw new Failure('unsupported_media_type', `Bytes come as ${sendUpload.streams}`);
        }
        const upload = await receive(caller, await findUpload(caller, params.id), request);
        return { status: 204, headers: stateOf(upload), stream: null };
      }),
    ),

    route(cancelUpload, ({ caller, params, request }) =>
      asTus(request, async () => {
        const found = await readOwnUpload(db, caller.mailbox, params.id);
        if (!found) throw fileNotFound();
        await discardUpload(deps, found);
        return { status: 204, headers: TUS, stream: null };
      }),
    ),
  ];
}

/** Says what of the protocol is spoken here, to whomever. */
export function bindTusOptions(app: FastifyInstance): void {
  app.options(createUpload.path, (_request, reply) => reply.code(204).headers(TUS_ABILITIES).send());
  app.options(sendUpload.path, (_request, reply) => reply.code(204).headers(TUS_ABILITIES).send());
}

/** What every answer needs, refusals too. */
async function asTus(request: FastifyRequest, answer: () => Promise<Bytes>): Promise<Bytes> {
  try {
    refuseOtherVersions(request.headers);
    return await answer();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code, message, details } = error;
    const more = error instanceof HttpFailure ? error.headers : {};
    throw new HttpFailure(code, message, {
      headers: { ...TUS, ...more, ...passOver(request) },
      ...(details ? { details } : {}),
    });
  }
}

/** What is still coming and not wanted. */
function passOver({ raw, headers }: FastifyRequest): Record<string, string> {
  if (raw.complete) return {};
  if (Number(headers['content-length'] ?? Number.POSITIVE_INFINITY) > READ_IN_VAIN)
    return { connection: 'close' };
  raw.resume();
  return {};
}
