import { randomBytes } from 'node:crypto';
import { requestRecovery, requestRecoveryCode, verifyRecoveryCode } from '@bocau/contract/recovery.ts';
import { login } from '@bocau/contract/session.ts';
import type { AppContext } from '../context.ts';
import { hashPassword } from '../features/session/passwords.ts';
import { hashToken } from '../features/session/tokens.ts';
import { systemClock, unixSeconds } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/database.ts';
import { newId } from '../platform/ids.ts';
import { startRoles } from '../start-roles.ts';
import { signedInClient } from '../test-kit/signed-in-client.ts';
import { DOMAIN, openParts, preparePeople } from './prepare-people.ts';

const PASSWORD = 'Bến-Thuyền-47-xuôi';
const REQUEST = 'what the browser that asked was answered';

/** Different for each request, independent of the account. */
const REQUEST_ID = /"request":"[\w-]{43}"/;

type Call = { path: string; body?: object | URLSearchParams };
/** The same call for an existing and for a missing object. */
type Asked = { name: string; known(pair: number): Call; unknown(pair: number): Call };

const BY_ADDRESS: [name: string, path: string, body: (email: string) => object][] = [
  ['sign-in', login.path, (email) => ({ email, password: 'Không phải 1' })],
  ['recovery', requestRecovery.path, (email) => ({ email })],
  ['recovery by telephone', requestRecoveryCode.path, (email) => ({ email })],
  [
    'wrong code of a recovery',
    verifyRecoveryCode.path,
    (email) => ({ email, request: REQUEST, code: '000000' }),
  ],
];

const ASKED_BY_ADDRESS: Asked[] = BY_ADDRESS.map(([name, path, body]) => ({
  name,
  known: (pair) => ({ path, body: body(`p${pair}@${DOMAIN}`) }),
  unknown: (pair) => ({ path, body: body(`nobody${pair}@${DOMAIN}`) }),
}));

/** Links of closed shares, and links that never existed. */
async function askedByLink(baseUrl: string): Promise<Asked[]> {
  const client = await signedInClient(baseUrl, { email: `p0@${DOMAIN}`, password: PASSWORD });
  const form = new FormData();
  form.append('file', new Blob(['Giá: 12 triệu']), 'báo giá.txt');
  const [file] = (await client.uploadDriveFile({ form })).data;
  const body = { ids: [file?.id as string], share_withs: ['khach@minhphat.example'], password: PASSWORD };
  const [share] = (await client.createShares({ body: { ...body, permission: 'READ' } })).data;
  await client.revokeShare({ params: { id: share?.id as string } });
  const known = new URL(share?.link as string).pathname;
  const unknown = () =>
    `/s/${randomBytes(32)
      .toString('base64url')
      .slice(0, known.length - '/s/'.length)}`;
  return [
    { name: 'page of a share', known: () => ({ path: known }), unknown: () => ({ path: unknown() }) },
    {
      name: 'password of a share',
      known: () => ({ path: `${known}/open`, body: new URLSearchParams({ password: PASSWORD }) }),
      unknown: () => ({ path: `${unknown()}/open`, body: new URLSearchParams({ password: PASSWORD }) }),
    },
  ];
}

function waitingCode({ clock, secrets }: AppContext, mailbox_id: number) {
  if (!secrets) throw new Error('there is no key');
  const now = unixSeconds(clock);
  return {
    mailbox_id,
    purpose: 'recovery' as const,
    id: newId(clock),
    sealed: secrets.seal(Buffer.from('+84912345678 123456'), {
      mailboxId: mailbox_id,
      purpose: 'phone code',
    }),
    method: 'sms' as const,
    bound: hashToken(REQUEST),
    state: 'sent' as const,
    sent_at: now,
    expires_at: now + 600,
    wrong_tries: 0,
  };
}

export type AnswerTimes = { name: string; calls: number; known: number; unknown: number; answers: string[] };

/**
 * The response times of a sign-in, a recovery and a share link for existing and missing objects, alternating:
 * the medians in milliseconds, and the responses. Each call uses another account and network, because limits
 * count both.
 */
export async function measureAnswers(dataDir: string, pairs: number): Promise<AnswerTimes[]> {
  await using opened = new AsyncDisposableStack();
  const env = {
    ROLES: 'http',
    PORT: '0',
    OPERATIONS_PORT: '0',
    TRUSTED_PROXIES: '1',
    PHONE_SMS_URL: 'inbox',
  };
  const context = await openParts(dataDir, env);
  opened.defer(() => context.close());
  const people = await preparePeople(context, pairs);
  const password_hash = await hashPassword(PASSWORD);
  const addresses = [...people].map(([email, mailbox_id]) => ({
    mailbox_id,
    address: `outside-${email}`,
    verified_at: 1,
    pending_address: null,
    code_hash: null,
    code_sent_at: null,
  }));
  await inTransaction(context.db, async (tx) => {
    await tx.updateTable('mailboxes').set({ password_hash, enable_drive: true }).execute();
    await tx.insertInto('recovery_addresses').values(addresses).execute();
    await tx
      .insertInto('phone_codes')
      .values([...people.values()].map((mailboxId) => waitingCode(context, mailboxId)))
      .execute();
  });
  const running = await startRoles(context);
  opened.defer(() => running.stop());
  const baseUrl = `http://127.0.0.1:${running.httpPort}`;
  let networks = 0;

  async function time({ path, body }: Call): Promise<{ took: number; answer: string }> {
    networks += 1;
    const from = `198.${18 + Math.floor(networks / 250)}.${networks % 250}.1`;
    const begun = systemClock.now();
    const answer = await fetch(baseUrl + path, {
      headers: {
        'x-forwarded-for': from,
        ...(body instanceof URLSearchParams ? {} : { 'content-type': 'application/json' }),
      },
      ...(body && { method: 'POST', body: body instanceof URLSearchParams ? body : JSON.stringify(body) }),
    });
    const text = (await answer.text()).replaceAll(path.replace(/\/open$/, ''), 'PATH');
    return { took: systemClock.now() - begun, answer: `${answer.status} ${text}` };
  }

  const measured: AnswerTimes[] = [];
  for (const asked of [...ASKED_BY_ADDRESS, ...(await askedByLink(baseUrl))]) {
    const times = { known: [] as number[], unknown: [] as number[] };
    const answers = new Set<string>();
    for (let pair = 0; pair < pairs; pair += 1) {
      const both = ['known', 'unknown'] as const;
      for (const kind of pair % 2 === 0 ? both : both.toReversed()) {
        const { took, answer } = await time(asked[kind](pair));
        times[kind].push(took);
        answers.add(answer.replace(REQUEST_ID, '"request":"…"'));
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
