import type { ClusterFault } from './cluster-faults.ts';
import { CLUSTER_SCENARIOS } from './cluster-scenarios.ts';
import { headOfTable, lineOfTable, type Row } from './cluster-table.ts';
import { examineMail, ownMessages, runTurn } from './cluster-turn.ts';
import type { ClusterWorld } from './cluster-world.ts';
import type { OutgoingMessage } from './persistent-sender.ts';

type Options = {
  /** For cheap faults. */
  turns: number;
  /** Limits to clusters with this name and, after a slash, to these faults. */
  only: string;
  isStopped(): boolean;
};

/**
 * Injects faults into clusters while mail arrives and users act, and prints a table; returns the harmful
 * faults.
 */
export async function soakCluster({ turns, only, isStopped }: Options): Promise<string[]> {
  const harmful: string[] = [];
  process.stdout.write(headOfTable());
  const show = (row: Row) => {
    process.stdout.write(lineOfTable(row));
    const lost = row.loses ? [] : row.lost;
    const wrong = [...lost, ...row.doubled, ...row.dangling, ...row.complaints];
    if (wrong.length === 0) return;
    process.stderr.write(`${row.fault}: ${wrong.slice(0, 20).join('; ')}\n`);
    harmful.push(row.fault);
  };
  const [cluster = '', part = ''] = only.split('/');
  for (const scenario of CLUSTER_SCENARIOS.filter(({ name }) => name.includes(cluster))) {
    if (isStopped()) break;
    await using opened = new AsyncDisposableStack();
    const { world, faults } = await scenario.open(opened);
    for (const fault of faults.filter(({ name }) => name.includes(part))) {
      if (isStopped()) break;
      show(await runFault(world, fault, fault.often ? turns : 1, isStopped));
    }
  }
  return harmful;
}

async function runFault(
  world: ClusterWorld,
  fault: ClusterFault,
  turns: number,
  isStopped: () => boolean,
): Promise<Row> {
  const sent: OutgoingMessage[] = [];
  const seconds: number[] = [];
  const dangling: string[] = [];
  let acknowledged = 0;
  for (let done = 0; done < turns && !isStopped(); done += 1) {
    const messages = ownMessages(world.people.keys(), `${fault.name} ${done}`);
    sent.push(...messages);
    const turn = await runTurn(world, fault, messages);
    seconds.push(turn.seconds);
    acknowledged += turn.acknowledged;
    dangling.push(...turn.dangling);
  }
  return {
    fault: fault.name,
    turns: seconds.length,
    acknowledged,
    goodAgainWithin: Math.max(...seconds),
    loses: fault.loses === true,
    dangling,
    ...(await examineMail(world, sent)),
  };
}
