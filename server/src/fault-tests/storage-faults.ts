import type { TestS3Server } from '../platform/blobs/test-s3-server.ts';
import { systemClock } from '../platform/clock.ts';
import type { PostgresPair } from '../test-kit/postgres-pair.ts';
import type { StallingLine } from '../test-kit/stalling-line.ts';
import { type ClusterFault, STALLED_MS } from './cluster-faults.ts';
import { listIsRead, ownMessages } from './cluster-turn.ts';
import type { ClusterWorld } from './cluster-world.ts';
import { sendOnce } from './send-once.ts';
import { fillUp } from './small-disk.ts';

/** The latency of each request, of which a message needs several. */
const SLOW_MS = 3_000;
/** The limit for interactive reads during an outage. */
const READ_WITHIN_MS = 5_000;

/** Faults of S3 behind a proxy. Lists stay readable meanwhile, and mail is deferred. */
export function s3Faults(world: ClusterWorld, s3: TestS3Server, line: StallingLine): ClusterFault[] {
  return [
    {
      name: 'S3 away',
      often: false,
      async strike() {
        await line.cut();
        const wrong = [...(await mailIsDeferred(world)), ...(await listsAreRead(world))];
        await systemClock.sleep(STALLED_MS);
        await line.mend();
        return wrong;
      },
    },
    {
      name: 'S3 stalled',
      often: false,
      async strike() {
        line.stall();
        const wrong = await listsAreRead(world);
        await systemClock.sleep(STALLED_MS);
        line.resume();
        return wrong;
      },
    },
    {
      name: 'S3 slow',
      often: false,
      async strike() {
        s3.delay(SLOW_MS);
        const wrong = await listsAreRead(world);
        await systemClock.sleep(STALLED_MS);
        s3.delay(0);
        return wrong;
      },
    },
  ];
}

/** Faults of disks that are small enough to be filled. */
export function diskFaults(
  world: ClusterWorld,
  disks: { blobs: string; database: string },
  pair: PostgresPair,
): ClusterFault[] {
  return [
    {
      name: 'disk of the blobs full',
      often: false,
      async strike() {
        const filler = fillUp(disks.blobs, 0);
        const wrong = [...(await mailIsDeferred(world)), ...(await listsAreRead(world))];
        await systemClock.sleep(STALLED_MS);
        await filler.empty();
        return wrong;
      },
    },
    {
      name: 'disk of the database full',
      often: false,
      async strike() {
        const filler = fillUp(disks.database, 0);
        // Where its log has room left it may be taken.
        const wrong = await mailIsDeferred(world, [250]);
        await systemClock.sleep(STALLED_MS);
        await filler.empty();
        // Without space for its log PostgreSQL exits. Its operator restarts it.
        for (const server of [pair.primary, pair.standby])
          if (!(await server.isRunning())) await server.start();
        return wrong;
      },
    },
  ];
}

let asked = 0;

/** A message that finds no room is answered that it may come again. */
async function mailIsDeferred(world: ClusterWorld, also: number[] = []): Promise<string[]> {
  asked += 1;
  const [message] = ownMessages(world.people.keys(), `put off ${asked}`, 1);
  if (!message) return [];
  const codes = await sendOnce((await world.process('mail')).lmtpPort, message);
  for (const [place, code] of codes.entries()) {
    if (code === 250) world.acknowledged.push(`${message.to[place]} ${message.from}`);
  }
  const isFair = (code: number) => (code >= 400 && code < 500) || also.includes(code);
  return codes.every(isFair) ? [] : [`mail was answered ${codes.join(', ')}`];
}

async function listsAreRead(world: ClusterWorld): Promise<string[]> {
  const readFailure = await listIsRead(world, READ_WITHIN_MS);
  return readFailure === null ? [] : [`lists were not read meanwhile: ${readFailure}`];
}
