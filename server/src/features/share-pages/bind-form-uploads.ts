import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { Failure } from '../../platform/failure.ts';
import { html } from '../../platform/http/html-page.ts';
import { acceptForms } from '../../platform/http/read-form.ts';
import { queryOf, refuseOtherSites, type ShareDoor, type SharePageDeps, wordsOf } from './share-visit.ts';
import { whyNotUploaded, writingOf } from './share-writing.ts';
import { uploadToShare } from './upload-to-share.ts';

/** Uploads one file by a form, when the page runs without the script. */
export function bindFormUploads(
  app: FastifyInstance,
  deps: SharePageDeps,
  { within, show, gone }: ShareDoor,
): void {
  const fileForms: FastifyPluginAsync = async (room) => {
    await acceptForms(room);
    room.post('/s/:token/u/:id', (request, reply) => {
      refuseOtherSites(request, deps.publicUrl);
      return within(request, reply, async (visit, door) => {
        const { id, author, isOpen, mayWrite } = writingOf(deps, visit, door);
        if (!(await mayWrite())) return gone(visit);
        const place = {
          mailboxId: door.share.mailbox_id,
          folderId: id,
          author,
          isStillAllowed: mayWrite,
          isOpen,
        };
        const back = `/s/${visit.token}/f/${id}${queryOf(visit)}`;
        const byScript = request.headers.accept === 'application/json';
        try {
          if (!(await uploadToShare(deps, request, place))) return gone(visit);
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          const words = wordsOf(visit);
          const reason = whyNotUploaded(words, error);
          if (byScript) return reply.code(400).send({ reason });
          const body = html`<h1>${words.upload}</h1><p class="fault">${reason}</p><a class="button" href="${back}">${words.back}</a>`;
          return show(visit, { title: words.title, body, small: true, status: 400 });
        }
        return byScript ? reply.send({ ok: true }) : reply.redirect(back, 303);
      });
    });
  };
  app.register(fileForms);
}
