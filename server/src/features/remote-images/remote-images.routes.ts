import { getRemoteImage, showInlineFile, signImages } from '@bocau/contract/remote-images.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Bytes, type Route, route } from '../../platform/http/routes.ts';
import type { Logger } from '../../platform/logger.ts';
import type { GuardedFetch } from '../../platform/outbound/guarded-fetch.ts';
import { sniffImage } from '../../platform/sniff-image.ts';
import type { Db } from '../../tables.ts';
import { openFile } from '../attachments/send-file.ts';
import { fetchImage } from './fetch-image.ts';
import { type ImageAnswer, imageAnswer, imageNotFound } from './image-answer.ts';
import { createImageSigner } from './image-signer.ts';
import { readInlineFile } from './remote-images.store.ts';
import * as sign from './sign-images.ts';
import { createTurns } from './turns.ts';

type RemoteImageDeps = { db: Db; clock: Clock; log: Logger; blobs: BlobStore; guardedFetch: GuardedFetch };

/** A mail that names hundreds of slow images keeps nobody waiting but its reader. */
const FETCHES_OF_A_MAILBOX = 12;

export function remoteImageRoutes(deps: RemoteImageDeps): Route[] {
  const signer = createImageSigner(deps);
  const turns = createTurns(FETCHES_OF_A_MAILBOX);

  return [
    route(signImages, async ({ caller, params, body }) => ({
      data: await sign.signImages({ db: deps.db, signer }, caller.mailboxId, params.id, body.urls),
    })),

    route(getRemoteImage, async ({ params, query, request }) => {
      const grant = await signer.check('remote', query.u, params.signed);
      if (!grant) throw imageNotFound();
      const release = await turns.take(grant.mailboxId);
      try {
        // Whoever asked may have left while waiting.
        if (request.raw.socket.destroyed) throw imageNotFound();
        const image = await fetchImage(deps, query.u, grant.secondsLeft);
        image.stream.once('close', release);
        return forMethod(image, request.method);
      } catch (error) {
        release();
        throw error;
      }
    }),

    route(showInlineFile, async ({ params, query, request }) => {
      const grant = await signer.check('file', params.id, query.sig);
      const file = grant && (await readInlineFile(deps.db, grant.mailboxId, params.id));
      if (!file) throw imageNotFound();
      const image = await sniffImage(await openFile(deps, file));
      if (!image) throw imageNotFound();
      return forMethod(imageAnswer(image, grant.secondsLeft), request.method);
    }),
  ];
}

function forMethod(image: ImageAnswer, method: string): Bytes {
  if (method !== 'HEAD') return image;
  image.stream.destroy();
  return { ...image, stream: null };
}
