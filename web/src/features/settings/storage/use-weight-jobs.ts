import { useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useMailbox, useMailModel } from '../../../parts/mailbox/use-mailbox.ts';
import { useQueries } from '../../../parts/queries/use-query.ts';
import { runBulk, runJob } from '../../thread-actions/run-bulk.ts';

type Sender = { email: string; words: string; what: 'newsletters' | 'large' };

/** What both pages are read by. */
export const WEIGHTS = 'weights';

/** A sender whose mail is moved: by which job, once it has begun. */
type Moved = { email: string; job: string | null; isHidden: boolean };

/** Server jobs that change what the pages show, which ask again when one of them is further, or undone. */
export function useWeightJobs() {
  const api = useApi();
  const model = useMailModel();
  const queries = useQueries();
  const [moved, setMoved] = useState<readonly Moved[]>([]);
  const stateOf = ({ job }: Moved) => (job === null ? null : (model.bulkJob(job)?.state ?? null));
  const states = useMailbox(() => moved.map(stateOf).join());
  const used = useMailbox((reader) => reader.quota()?.user_used_quota ?? null);
  useEffect(() => {
    if (used !== null) void queries.invalidateQueries({ queryKey: [WEIGHTS] });
  }, [queries, used]);

  const readAgain = useEffectEvent(async () => {
    const ended = moved.filter((one) => ![null, 'running'].includes(stateOf(one)));
    await queries.invalidateQueries({ queryKey: [WEIGHTS] });
    // Another sender may have been chosen meanwhile, whose line stays away.
    setMoved((all) =>
      all.map((one) => (ended.some(({ job }) => job === one.job) ? { ...one, isHidden: false } : one)),
    );
  });
  useEffect(() => {
    if (states !== '') void readAgain();
  }, [states]);

  return {
    /** NS-16: their line is gone from the press on, so that none moves beneath the next one. */
    isLeaving: ({ email }: { email: string }) => moved.some((one) => one.isHidden && one.email === email),
    /** Moves all of a sender's newsletters, or large messages, to Trash. */
    async deleteOfSender({ email, words, what }: Sender): Promise<void> {
      const begins: Moved = { email, job: null, isHidden: true };
      const start = async () => {
        const call = what === 'newsletters' ? api.deleteNewsletters : api.deleteLargeMessages;
        const job = await model.followBulk((await call({ body: { email } })).data.id);
        setMoved((all) => all.map((one) => (one === begins ? { ...one, job } : one)));
        return job;
      };
      setMoved((all) => [...all, begins]);
      let hasBegun = false;
      try {
        hasBegun = await runJob(model, { name: 'deleteSender', folder: words, start });
      } finally {
        if (!hasBegun) setMoved((all) => all.filter((one) => one !== begins));
      }
    },
    /** Removes everything in Trash or Junk for good. */
    async empty(path: string) {
      await runBulk(model, 'deleteForGood', { where: { kind: 'folder', path }, action: 'delete' });
    },
  };
}
