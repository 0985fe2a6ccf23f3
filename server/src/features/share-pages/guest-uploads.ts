import { UPLOAD_BYTES } from '@bocau/contract/drive-uploads.ts';
import { ERROR_CODES } from '@bocau/contract/errors.ts';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { fileNotFound } from '../../drive/entries/entry-path.ts';
import { createUpload, refuseExpired } from '../../drive/uploads/create-upload.ts';
import { discardUpload, type FinishDeps } from '../../drive/uploads/finish-upload.ts';
import { asTus, finishLeft, receiveCall } from '../../drive/uploads/tus-calls.ts';
import { readWanted, stateOf, TUS } from '../../drive/uploads/tus-headers.ts';
import { readUploadOfShare, type UploadRow } from '../../drive/uploads/uploads.store.ts';
import type { Author } from '../../drive/versions/add-version.ts';
import { Failure } from '../../platform/failure.ts';
import { HttpFailure } from '../../platform/http/http-failure.ts';
import type { StreamConfig } from '../../platform/http/slow-clients.ts';
import type { ReadDb } from '../../tables.ts';

/** A folder of a share that a visitor may currently write to. */
type GuestPlace = {
  share: { mailbox_id: number; id: string };
  folderId: string;
  author: Author;
  /** Throws when the visitor may no longer write there. */
  judge(read: ReadDb): Promise<void>;
  /** Aborts the call when the share ends; returns a function that stops watching. */
  watch(close: () => void): () => void;
  /** The reason of a refusal, in the visitor's language. */
  reasonOf(failure: Failure): string;
  /** The URL for uploads to the folder. */
  address: string;
};

type Enter = (
  request: FastifyRequest,
  reply: FastifyReply,
  work: (place: GuestPlace) => Promise<unknown>,
) => Promise<unknown>;

/**
 * Resumable uploads by a link: tus with the drive's own engine. An upload belongs to the link and to the
 * folder; everyone with the same link may resume it, if they know its id.
 */
export function guestUploads(deps: FinishDeps, enter: Enter): FastifyPluginAsync {
  return async (room) => {
    room.removeAllContentTypeParsers();
    room.addContentTypeParser(UPLOAD_BYTES, (_request, payload, done) => done(null, payload));
    const config = { streams: true } satisfies StreamConfig as object;
    const [all, one] = ['/s/:token/t/:id', '/s/:token/t/:id/:upload'];

    room.post(all, (request, reply) =>
      enter(request, reply, (place) =>
        answer(request, reply, place, async () => {
          const { parentId: _, ...wanted } = readWanted(request.headers);
          const { share, folderId, author, address } = place;
          const to = { mailboxId: share.mailbox_id, folderId, author, shareId: share.id };
          // A guest cannot replace anything.
          const upload = await createUpload(deps, to, { ...wanted, onConflict: 'rename' });
          const whole = await finishLeft(deps, upload, place.judge);
          reply.code(201).headers({ ...stateOf(whole), location: `${address}/${upload.id}` });
        }),
      ),
    );

    room.head(one, (request, reply) =>
      enter(request, reply, (place) =>
        answer(request, reply, place, async () => {
          const found = await findUpload(request, place);
          reply.headers(stateOf(await finishLeft(deps, found, place.judge)));
        }),
      ),
    );

    room.patch(one, { config }, (request, reply) =>
      enter(request, reply, (place) =>
        answer(request, reply, place, async () => {
          const found = await findUpload(request, place);
          const stop = place.watch(() => request.raw.destroy());
          try {
            reply.code(204).headers(stateOf(await receiveCall(deps, found, request, place.judge)));
          } finally {
            stop();
          }
        }),
      ),
    );

    room.delete(one, (request, reply) =>
      enter(request, reply, (place) =>
        answer(request, reply, place, async () => {
          await discardUpload(deps, await findUpload(request, place));
          reply.code(204).headers(TUS);
        }),
      ),
    );
  };

  async function findUpload(request: FastifyRequest, { share, folderId }: GuestPlace): Promise<UploadRow> {
    const { upload: id } = request.params as { upload: string };
    const upload = await readUploadOfShare(deps.db, share, id);
    if (upload?.parent_id !== folderId) throw fileNotFound();
    refuseExpired(deps, upload);
    return upload;
  }
}

/** Without a body except a refusal's reason, for the page's script. */
async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { reasonOf }: GuestPlace,
  work: () => Promise<void>,
): Promise<FastifyReply> {
  try {
    await asTus(request, async () => {
      await work();
      return { headers: {}, stream: null };
    });
    return reply.send();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const headers = error instanceof HttpFailure ? error.headers : {};
    return reply
      .code(ERROR_CODES[error.code])
      .headers({ ...headers })
      .send({ reason: reasonOf(error) });
  }
}
