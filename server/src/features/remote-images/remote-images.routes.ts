import { getRemoteImage, showInlineFile, signImages } from '@bocau/contract/remote-images.ts';
import { readAttachments } from '../../mail/attachments/attachments.store.ts';
import { openFile } from '../../mail/attachments/send-file.ts';
import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import { tokenIn } from '../../mail/outbox/tracking-mark.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { type Bytes, type Route, route } from '../../platform/http/routes.ts';
import type { Logger } from '../../platform/logger.ts';
import type { GuardedFetch } from '../../platform/outbound/guarded-fetch.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import { sniffImage } from '../../platform/sniff-image.ts';
import { recordView } from '../tracking/count-view.ts';
import { PIXEL_HEADERS, TRACKING_PIXEL } from '../tracking/tracking-pixel.ts';
import { fetchImage } from './fetch-image.ts';
import { type ImageAnswer, imageAnswer, imageNotFound } from './image-answer.ts';
import { createImageSigner } from './image-signer.ts';
import * as sign from './sign-images.ts';

type RemoteImageDeps = ChangeDeps & {
  log: Logger;
  blobs: BlobStore;
  guardedFetch: GuardedFetch;
  config: { http: { publicUrl: string } };
};

/** A message with hundreds of slow images must not block other messages or users. */
const FETCHES_OF_A_MESSAGE = 12;
const FETCHES_OF_A_MAILBOX = 48;
const READER_HERE = 'a reader here';

export function remoteImageRoutes(deps: RemoteImageDeps): Route[] {
  const signer = createImageSigner(deps);
  const ofMessages = createSemaphore<string>(FETCHES_OF_A_MESSAGE);
  const ofMailboxes = createSemaphore<number>(FETCHES_OF_A_MAILBOX);

  async function takeTurn({ mailboxId, messageId }: { mailboxId: number; messageId: string }) {
    const releaseMessage = await ofMessages.take(messageId);
    const releaseMailbox = await ofMailboxes.take(mailboxId);
    return () => {
      releaseMailbox();
      releaseMessage();
    };
  }

  return [
    route(signImages, async ({ caller, params, body }) => ({
      data: await sign.signImages({ db: deps.db, signer }, caller, params.id, body.urls),
    })),

    route(getRemoteImage, async ({ params, query, request }) => {
      const grant = await signer.check('remote', query.u, params.signed);
      if (!grant) throw imageNotFound();
      // A tracking image of our own: fetching it over the network would give less information, and may not be
      // possible.
      const token = tokenIn(query.u, deps.config.http.publicUrl);
      if (token !== null) {
        const looks = request.method === 'GET';
        if (looks) await recordView(deps, token, { mailboxId: grant.mailboxId, userAgent: READER_HERE });
        return { headers: PIXEL_HEADERS, stream: looks ? TRACKING_PIXEL : null };
      }
      const release = await takeTurn(grant);
      try {
        // The client may have disconnected while waiting.
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
      const [file] = grant ? await readAttachments(deps.db, grant.mailboxId, [params.id]) : [];
      if (!grant || !file) throw imageNotFound();
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
