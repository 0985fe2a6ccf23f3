import { sql } from 'kysely';
import { addJobsOf } from '../../platform/jobs/add-job.ts';
import type { Tx } from '../../tables.ts';
import { jobKeyOf, sendMergeTask } from './send-merge-task.ts';

/** MM-30: those of a domain, or of all, that wait for tomorrow take their turn now; it says anew whether they have to. */
export async function wakeDayLimited(tx: Tx, domainId: number | null): Promise<void> {
  await addJobsOf(
    tx,
    sendMergeTask,
    sql`
    select json_build_object('mailboxId', m.mailbox_id, 'mergeId', m.id) as payload,
      ${jobKeyOf('')}::text || m.id as key, null::text[] as shares
    from merges m join mailboxes b on b.id = m.mailbox_id
    where m.state = 'running' and m.wait = 'day_limit'
      and (${domainId}::bigint is null or b.domain_id = ${domainId})`,
  );
}
