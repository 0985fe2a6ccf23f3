import { createStore } from '../../lib/store.ts';
import type { InvitationAnswers } from '../../model/invitations/invitation-answers.ts';

/** What opens the answers of whoever is signed in; null until the last parts of the page are there. */
export const openAnswers = createStore<(() => InvitationAnswers) | null>(null);

/** Now, or as soon as they can be opened: nothing that was pressed is dropped. */
export function withAnswers(run: (answers: InvitationAnswers) => void): void {
  const open = openAnswers.get();
  if (open) {
    run(open());
    return;
  }
  const stop = openAnswers.subscribe(() => {
    const opened = openAnswers.get();
    if (!opened) return;
    stop();
    run(opened());
  });
}
