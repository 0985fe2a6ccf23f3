import { ACTIVITIES_PER_PAGE, listActivities } from '@bocau/contract/security.ts';
import { login } from '@bocau/contract/session.ts';
import { prepareSignIns } from '@bocau/server/test-kit/sign-in-costs.ts';
import { getRequest, jsonRequest, withQuery } from '../http/request.ts';
import { measureProbes } from '../measure/measure-probes.ts';
import type { Row } from '../measure/row.ts';
import { spread } from '../measure/statistics.ts';
import type { Bench, Scenario } from './scenario.ts';

const SIGN_INS = 100;
const CHECKS = 300;
const WARM_UP = 20;
const LINES = 10_000;

/** Signing in, and viewing who has signed in. No mail is requested, so one mailbox is enough. */
export const signIn: Scenario = {
  name: 'sign-in',
  isLeftOutOfQuick: true,
  async run(bench: Bench): Promise<Row[]> {
    const { databaseUrl, small } = bench.world;
    const costs = await prepareSignIns(databaseUrl, { email: small.email, lines: LINES });
    try {
      const checks = await timed(costs.checkAppPassword, CHECKS);
      return [
        await measureSignIns(bench),
        {
          ...{ scenario: 'app-password', title: 'check of an app password', size: null },
          ...{ samples: CHECKS, client: spread(checks) },
        },
        ...(await measureHistory(bench)),
      ];
    } finally {
      await costs.close();
    }
  },
};

async function measureSignIns({ connection, world }: Bench): Promise<Row> {
  const { email, password } = world.small;
  const request = jsonRequest('POST', login.path, '', { email, password });
  const times = await timed(async () => {
    const { status } = await connection.send(request);
    if (status !== 200) throw new Error(`A sign-in was answered ${status}`);
  }, SIGN_INS);
  return {
    ...{ scenario: 'sign-in', title: 'sign-in by password', size: null },
    ...{ samples: SIGN_INS, client: spread(times) },
  };
}

function measureHistory({ connection, rounds, world }: Bench): Promise<Row[]> {
  const { token } = world.small;
  const last = LINES / ACTIVITIES_PER_PAGE;
  const probe = (scenario: string, page: number) => {
    const request = getRequest(withQuery(listActivities.path, { page }), token);
    return {
      ...{ scenario, title: `page ${page} of the sign-in history, ${LINES.toLocaleString('en')} lines` },
      ...{ size: world.small.size, ask: () => connection.send(request, true) },
    };
  };
  return measureProbes([probe('history-first', 1), probe('history-last', last)], rounds);
}

async function timed(act: () => Promise<unknown>, times: number): Promise<number[]> {
  const all: number[] = [];
  for (let count = 0; count < WARM_UP + times; count += 1) {
    const since = performance.now();
    await act();
    all.push(performance.now() - since);
  }
  return all.slice(WARM_UP);
}
