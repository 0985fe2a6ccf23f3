import { useEffect, useState } from 'react';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useMailbox, useMailModel } from '../../../parts/mailbox/use-mailbox.ts';
import { useQueries } from '../../../parts/queries/use-query.ts';
import { runBulk, runJob } from '../../thread-actions/run-bulk.ts';

type Sender = { email: string; words: string; what: 'newsletters' | 'large' };

/** What both pages are read by. */
export const WEIGHTS = 'weights';

/** Server jobs that change what the pages show, which ask again when one of them is further. */
export function useWeightJobs() {
  const api = useApi();
  const model = useMailModel();
  const queries = useQueries();
  const [id, setId] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<{ email: string; job: string | null } | null>(null);
  const state = useMailbox((reader) => (id === null ? null : (reader.bulkJob(id)?.state ?? null)));
  const used = useMailbox((reader) => reader.quota()?.user_used_quota ?? null);
  useEffect(() => {
    if (used !== null) void queries.invalidateQueries({ queryKey: [WEIGHTS] });
  }, [queries, used]);
  useEffect(() => {
    if (id === null) return;
    const again = queries.invalidateQueries({ queryKey: [WEIGHTS] });
    // Another sender may have been chosen meanwhile, whose line stays away.
    if (state !== null && state !== 'running')
      void again.then(() => setLeaving((last) => (last?.job === id ? null : last)));
  }, [queries, id, state]);

  return {
    /** NS-16: their line is gone from the press on, so that none moves beneath the next one. */
    isLeaving: ({ email }: { email: string }) => email === leaving?.email,
    /** Moves all of a sender's newsletters, or large messages, to Trash. */
    async deleteOfSender({ email, words, what }: Sender): Promise<void> {
      const start = async () => {
        const call = what === 'newsletters' ? api.deleteNewsletters : api.deleteLargeMessages;
        const begun = await model.followBulk((await call({ body: { email } })).data.id);
        setId(begun);
        setLeaving({ email, job: begun });
        return begun;
      };
      setLeaving({ email, job: null });
      let hasBegun = false;
      try {
        hasBegun = await runJob(model, { name: 'deleteSender', folder: words, start });
      } finally {
        if (!hasBegun) setLeaving(null);
      }
    },
    /** Removes everything in Trash or Junk for good. */
    async empty(path: string) {
      await runBulk(model, 'deleteForGood', { where: { kind: 'folder', path }, action: 'delete' });
    },
  };
}
