import type { PatroniCluster, PatroniNode } from '../interop/start-patroni.ts';
import { systemClock } from '../platform/clock.ts';
import { type ClusterFault, done, STALLED_MS } from './cluster-faults.ts';
import { untilDone } from './cluster-turn.ts';
import type { ClusterWorld } from './cluster-world.ts';

const POLL_MS = 100;

/**
 * Faults for a cluster with automatic failover. The time that its failover needs is not counted as our
 * recovery time.
 */
export function patroniFaults(world: ClusterWorld, cluster: PatroniCluster): ClusterFault[] {
  let away: PatroniNode | null = null;
  const settle = () => cluster.healthy();

  async function otherPrimary(than: PatroniNode): Promise<void> {
    while (!(await cluster.primaries()).some((node) => node !== than)) await systemClock.sleep(POLL_MS);
  }

  return [
    { name: 'Patroni: switchover', often: true, strike: done(cluster.switchover), settle },
    {
      name: 'Patroni: leader killed',
      often: false,
      strike: done(async () => {
        away = await cluster.leader();
        await away.kill();
        await otherPrimary(away);
      }),
      async settle() {
        await away?.start();
        await cluster.healthy();
      },
    },
    {
      name: 'Patroni: old primary returns',
      often: false,
      async strike() {
        const old = await cluster.leader();
        await old.kill();
        await otherPrimary(old);
        const watch = watchPrimaries(cluster);
        await old.start();
        await cluster.healthy();
        return watch.stop();
      },
    },
    {
      name: "Patroni: the leader's stands still, its PostgreSQL goes on",
      often: false,
      strike: done(async () => {
        const old = await cluster.leader();
        old.suspend();
        await otherPrimary(old);
        away = old;
      }),
      // Acts as a watchdog. Patroni 3.0.2 of Debian 12, when resumed, takes the lock from its successor,
      // whose commits are rewound.
      async settle() {
        await away?.kill();
        await away?.start();
        await cluster.healthy();
      },
    },
    {
      name: 'etcd: no majority',
      often: false,
      async strike() {
        await cluster.etcd.loseMajority();
        while ((await cluster.primaries()).length > 0) await systemClock.sleep(POLL_MS);
        const toldFailure = await untilDone(async () => refusesActs(world), STALLED_MS);
        await cluster.etcd.restore();
        while ((await cluster.primaries()).length === 0) await systemClock.sleep(POLL_MS);
        return toldFailure === null ? [] : [`nobody was told that writes are paused: ${toldFailure}`];
      },
      settle,
    },
  ];
}

/** Fails unless an act is immediately refused as impossible now. */
async function refusesActs(world: ClusterWorld): Promise<void> {
  const client = await world.client();
  const answer = await client.createFolder({ body: { name: 'Giữa chừng' } }).then(
    () => 200,
    ({ status }: { status: number }) => status,
  );
  if (answer !== 503) throw new Error(`answered ${answer}`);
}

/** Polls how many nodes claim to be primary. */
function watchPrimaries(cluster: PatroniCluster): { stop(): Promise<string[]> } {
  const stopping = new AbortController();
  let most = 0;
  async function look(): Promise<void> {
    while (!stopping.signal.aborted) {
      most = Math.max(most, (await cluster.primaries()).length);
      await systemClock.sleep(POLL_MS, stopping.signal);
    }
  }
  const looking = look();
  return {
    async stop() {
      stopping.abort();
      await looking;
      return most > 1 ? [`${most} primaries at once`] : [];
    },
  };
}
