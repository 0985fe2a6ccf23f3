import { requestRecovery } from '@bocau/contract/recovery.ts';
import { login } from '@bocau/contract/session.ts';
import { hashPassword } from '../features/session/passwords.ts';
import { systemClock } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/database.ts';
import { startRoles } from '../start-roles.ts';
import { DOMAIN, openParts, preparePeople } from './prepare-people.ts';

type Asked = { name: string; path: string; body(email: string): object };

const ASKED: Asked[] = [
  { name: 'sign-in', path: login.path, body: (email) => ({ email, password: 'Không phải 1' }) },
  { name: 'recovery', path: requestRecovery.path, body: (email) => ({ email }) },
];

export type AnswerTimes = { name: string; calls: number; known: number; unknown: number; answers: string[] };

/**
 * How long a sign-in and a recovery take for accounts that are there and for some that are not, in turns: the medians in
 * milliseconds, and what was answered. Each call is for another account and from another network, as limits count both.
 */
export async function measureAnswers(dataDir: string, pairs: number): Promise<AnswerTimes[]> {
  await using opened = new AsyncDisposableStack();
  const env = { ROLES: 'http', PORT: '0', OPERATIONS_PORT: '0', TRUSTED_PROXIES: '1' };
  const context = await openParts(dataDir, env);
  opened.defer(() => context.close());
  const people = await preparePeople(context, pairs);
  const password_hash = await hashPassword('Bến-Thuyền-47-xuôi');
  const addresses = [...people].map(([email, mailbox_id]) => ({
    mailbox_id,
    address: `outside-${email}`,
    verified_at: 1,
    pending_address: null,
    code_hash: null,
    code_sent_at: null,
  }));
  await inTransaction(context.db, async (tx) => {
    await tx.updateTable('mailboxes').set({ password_hash }).execute();
    await tx.insertInto('recovery_addresses').values(addresses).execute();
  });
  const running = await startRoles(context);
  opened.defer(() => running.stop());
  const baseUrl = `http://127.0.0.1:${running.httpPort}`;
  let networks = 0;

  async function time({ path, body }: Asked, email: string): Promise<{ took: number; answer: string }> {
    networks += 1;
    const from = `198.${18 + Math.floor(networks / 250)}.${networks % 250}.1`;
    const begun = systemClock.now();
    const answer = await fetch(baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
      body: JSON.stringify(body(email)),
    });
    const text = await answer.text();
    return { took: systemClock.now() - begun, answer: `${answer.status} ${text}` };
  }

  const measured: AnswerTimes[] = [];
  for (const asked of ASKED) {
    const times = { known: [] as number[], unknown: [] as number[] };
    const answers = new Set<string>();
    for (let pair = 0; pair < pairs; pair += 1) {
      const both = [
        ['known', `p${pair}@${DOMAIN}`],
        ['unknown', `nobody${pair}@${DOMAIN}`],
      ] as const;
      for (const [kind, email] of pair % 2 === 0 ? both : both.toReversed()) {
        const { took, answer } = await time(asked, email);
        times[kind].push(took);
        answers.add(answer);
      }
    }
    const [known, unknown] = [median(times.known), median(times.unknown)];
    measured.push({ name: asked.name, calls: pairs * 2, known, unknown, answers: [...answers] });
  }
  return measured;
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
