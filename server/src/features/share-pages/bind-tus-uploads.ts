import type { FastifyInstance } from 'fastify';
import { fileNotFound } from '../../drive/entries/entry-path.ts';
import { guestUploads } from './guest-uploads.ts';
import { refuseOtherSites, type ShareDoor, type SharePageDeps, wordsOf } from './share-visit.ts';
import { whyNotUploaded, writingOf } from './share-writing.ts';

/** Resumable uploads by the page's script. */
export function bindTusUploads(
  app: FastifyInstance,
  deps: SharePageDeps,
  { within, gone }: Pick<ShareDoor, 'within' | 'gone'>,
): void {
  app.register(
    guestUploads(deps, (request, reply, work) => {
      refuseOtherSites(request, deps.publicUrl);
      return within(request, reply, async (visit, door) => {
        const { id, author, isOpen, mayWrite } = writingOf(deps, visit, door);
        if (!(await mayWrite())) return gone(visit);
        const { share } = door;
        return work({
          ...{ share, folderId: id, author, address: `/s/${visit.token}/t/${id}` },
          async judge(read) {
            if (!(await isOpen(read))) throw fileNotFound();
          },
          watch: (close) => deps.shareWatch.watch({ mailboxId: share.mailbox_id, judge: mayWrite, close }),
          reasonOf: (failure) => whyNotUploaded(wordsOf(visit), failure),
        });
      });
    }),
  );
}
