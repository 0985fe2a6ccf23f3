import { getRemoteImage, showInlineFile, signImages } from '@bocau/contract/remote-images.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { type Bytes, type Route, route } from '../../platform/http/routes.ts';
import type { Logger } from '../../platform/logger.ts';
import type { GuardedFetch } from '../../platform/outbound/guarded-fetch.ts';
import { sniffImage } from '../../platform/sniff-image.ts';
import { openFile } from '../attachments/send-file.ts';
import type { ChangeDeps } from '../mailbox/change-mailbox.ts';
import { countLook } from '../tracking/count-view.ts';
import { tokenIn } from '../tracking/tracking-mark.ts';
import { PIXEL_HEADERS, TRACKING_PIXEL } from '../tracking/tracking-pixel.ts';
import { fetchImage } from './fetch-image.ts';
import { type ImageAnswer, imageAnswer, imageNotFound } from './image-answer.ts';
import { createImageSigner } from './image-signer.ts';
import { readInlineFile } from './remote-images.store.ts';
import * as sign from './sign-images.ts';
import { createTurns } from './turns.ts';

type RemoteImageDeps = ChangeDeps & {
  log: Logger;
  blobs: BlobStore;
  guardedFetch: GuardedFetch;
  config: { http: { publicUrl: string } };
};

/** A mail that names hundreds of slow images keeps nobody waiting but its reader. */
const FETCHES_OF_A_MAILBOX = 12;
const READER_HERE = 'a reader here';

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
      // A tracked mail from here: asking ourselves over the network would tell less, and may not be possible.
      const token = tokenIn(query.u, deps.config.http.publicUrl);
      if (token !== null) {
        const looks = request.method === 'GET';
        if (looks) await countLook(deps, token, { mailboxId: grant.mailboxId, userAgent: READER_HERE });
        return { headers: PIXEL_HEADERS, stream: looks ? TRACKING_PIXEL : null };
      }
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
