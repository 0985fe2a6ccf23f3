import { systemClock } from '../platform/clock.ts';
import type { PostgresPair } from '../test-kit/postgres-pair.ts';
import type { SignedInClient } from '../test-kit/signed-in-client.ts';
import type { StallingLine } from '../test-kit/stalling-line.ts';
import type { ClusterFault } from './cluster-faults.ts';
import { actIsKept, untilDone } from './cluster-turn.ts';
import type { ClusterWorld } from './cluster-world.ts';

/** How long mail is acknowledged that the standby does not receive. */
const UNHEARD_MS = 3_000;
const TOLD_WITHIN_MS = 20_000;

/** The standby lags behind when it takes over: the difference is lost, and every client has to notice. */
export function asynchronousFailover(
  world: ClusterWorld,
  pair: PostgresPair,
  replication: StallingLine,
): ClusterFault {
  return {
    name: 'asynchronous failover',
    often: false,
    loses: true,
    async strike() {
      const client = await world.client();
      replication.stall();
      await systemClock.sleep(UNHEARD_MS);
      const { seq } = (await client.getChanges({ query: {} })).data;
      await pair.primary.stop('SIGKILL');
      await replication.cut();
      await pair.standby.asSuperuser('select pg_promote()');
      await actIsKept(world);
      const toldFailure = await untilDone(() => isToldToReload(client, seq), TOLD_WITHIN_MS);
      return toldFailure === null
        ? []
        : [`a client that had seen what was lost was not told to fetch anew: ${toldFailure}`];
    },
  };
}

async function isToldToReload(client: SignedInClient, since: number): Promise<void> {
  const answer = await client.getChanges({ query: { since: String(since) } }).then(
    () => 200,
    ({ status }: { status: number }) => status,
  );
  if (answer !== 410) throw new Error(`answered ${answer}`);
}
