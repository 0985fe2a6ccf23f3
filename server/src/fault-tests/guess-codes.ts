import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { CodeRequired } from '@bocau/contract/second-step.ts';
import { COOKIE_HEADER, login } from '@bocau/contract/session.ts';
import { sql } from 'kysely';
import type { AppContext } from '../context.ts';
import { prng } from '../demo-world/prng.ts';
import { requireCode } from '../features/session/second-step/challenge.ts';
import { hashRandomCode, newRandomCode } from '../features/session/second-step/random-codes.ts';
import { replaceRecoveryCodes } from '../features/session/second-step/second-step.store.ts';
import { hotp, timeStep } from '../features/session/second-step/totp.ts';
import { unixSeconds } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/database.ts';
import { kyselyOf } from '../platform/db/kysely-of.ts';

/** An account with two-step sign-in whose password the attacker knows, and the attacked servers. */
export type Guessed = {
  parts: AppContext;
  baseUrls: [string, string];
  account: { mailboxId: number; email: string; password: string; secret: Buffer };
};

type Answer = { status: number; code: string | null; cookies: string[] };

export type GuessFigures = {
  guesses: number;
  connections: number;
  /** Guesses that were compared with the correct code. */
  judged: number;
  /** Refused unchecked because there were too many. */
  refused: number;
  /** Other responses, with their counts. */
  others: Record<string, number>;
  /** Whether the correct code is refused meanwhile, from anyone. */
  isClosed: boolean;
  /** How the owner can sign in meanwhile: with a trusted browser, and with a recovery code. */
  owner: { trusted: number; recovery: number };
};

/** Guesses codes over many connections and networks, at both servers, and checks who can still sign in. */
export async function guessCodes(
  world: Guessed,
  { guesses, connections, seed }: { guesses: number; connections: number; seed: string },
): Promise<GuessFigures> {
  const { parts, account } = world;
  const send = createSender(world, Math.ceil(connections / world.baseUrls.length));
  const random = prng(seed);
  const [recovery] = (await makeRecoveryCodes(world, 1)) as [string];
  const trusting = { challenge: await newChallenge(world), code: rightCode(world), trust_device: true };
  const { cookies } = await send(0, trusting, { network: 0, isPage: true });
  await forgetCodes(world);

  // Sequentially: all at once would wait for our own few database connections.
  const challenges: string[] = [];
  while (challenges.length < connections) challenges.push(await newChallenge(world));

  const counts = new Map<string, number>();
  let left = guesses;
  async function guess(first: string, worker: number): Promise<void> {
    let challenge = first;
    while (left > 0) {
      left -= 1;
      const code = wrongCode(world, () => random.int(0, 999_999));
      const answer = await send(worker, { challenge, code }, { network: worker + 1 });
      const outcome = answer.code ?? String(answer.status);
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      if (outcome === 'challenge_expired') challenge = await newChallenge(world);
    }
  }
  const ended = await Promise.allSettled(challenges.map(guess));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;

  const right = { challenge: await newChallenge(world), code: rightCode(world) };
  const closed = await send(0, right, { network: 0 });
  const { email, password } = account;
  const trusted = await send(0, { email, password }, { network: 0, isPage: true, cookies });
  const byRecovery = await send(1, { challenge: await newChallenge(world), code: recovery }, { network: 0 });
  send.close();
  await forgetCodes({ parts, account });
  const {
    code_incorrect: judged = 0,
    too_many_requests: refused = 0,
    ...others
  } = Object.fromEntries(counts);
  return {
    ...{ guesses, connections, judged, refused, others, isClosed: closed.status === 429 },
    owner: { trusted: trusted.status, recovery: byRecovery.status },
  };
}

export type PairFigures = { pairs: number; once: number; twice: number; never: number };

/**
 * Repeatedly sends one code to both servers at the same moment: codes of the app and recovery codes in turn.
 */
export async function pairCodes(world: Guessed, pairs: number): Promise<PairFigures> {
  const send = createSender(world, 1);
  const recovery = await makeRecoveryCodes(world, pairs);
  const figures = { pairs, once: 0, twice: 0, never: 0 };
  await forgetCodes(world);
  for (let pair = 0; pair < pairs; pair += 1) {
    const code = pair % 2 === 0 ? rightCode(world) : (recovery[pair] as string);
    const challenges = [await newChallenge(world), await newChallenge(world)];
    const answers = await Promise.all(
      challenges.map((challenge, server) => send(server, { challenge, code }, { network: pair })),
    );
    const accepted = answers.filter(({ status }) => status === 200).length;
    figures[accepted === 1 ? 'once' : accepted === 2 ? 'twice' : 'never'] += 1;
    await forgetCodes(world);
  }
  send.close();
  return figures;
}

async function newChallenge({ parts, account }: Pick<Guessed, 'parts' | 'account'>): Promise<string> {
  const { details } = await requireCode(parts, account.mailboxId);
  return (details as CodeRequired).challenge;
}

function rightCode({ parts, account }: Guessed, ahead = 0): string {
  return hotp(account.secret, timeStep(unixSeconds(parts.clock)) + ahead);
}

/** A code that is invalid now and a moment later. */
function wrongCode(world: Guessed, next: () => number): string {
  const right = [-2, -1, 0, 1, 2].map((ahead) => rightCode(world, ahead));
  for (;;) {
    const code = String(next()).padStart(6, '0');
    if (!right.includes(code)) return code;
  }
}

async function makeRecoveryCodes({ parts, account }: Guessed, count: number): Promise<string[]> {
  const codes = Array.from({ length: count }, newRandomCode);
  const hashes = codes.map(hashRandomCode);
  const now = unixSeconds(parts.clock);
  await inTransaction(parts.db, (tx) => replaceRecoveryCodes(tx, account.mailboxId, { hashes, now }));
  return codes;
}

/** As if no code had been entered yet: the app's current code is valid again. */
async function forgetCodes({ parts, account }: Pick<Guessed, 'parts' | 'account'>): Promise<void> {
  const db = kyselyOf(parts.db);
  await sql`delete from wrong_codes where mailbox_id = ${account.mailboxId}`.execute(db);
  await sql`update second_steps set last_step = 0 where mailbox_id = ${account.mailboxId}`.execute(db);
}

type From = { network: number; isPage?: boolean; cookies?: string[] };

/** Calls the sign-in over several connections to each server, from any number of networks. */
function createSender({ baseUrls }: Guessed, connections: number) {
  const agents = baseUrls.map(() => new Agent({ keepAlive: true, maxSockets: connections }));
  async function send(worker: number, body: object, { network, isPage, cookies }: From): Promise<Answer> {
    const server = worker % baseUrls.length;
    const sent = request(`${baseUrls[server]}${login.path}`, {
      agent: agents[server] as Agent,
      method: login.method,
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `10.${network >> 8}.${network & 255}.7`,
        ...(isPage ? { [COOKIE_HEADER.name]: COOKIE_HEADER.value } : {}),
        ...(cookies ? { cookie: cookies.join('; ') } : {}),
      },
    });
    return new Promise((resolve, reject) => {
      sent.on('error', reject);
      sent.on('response', (answer) => {
        json(answer).then((said) => {
          const { error } = said as { error?: { code: string } };
          const lines = answer.headers['set-cookie'] ?? [];
          resolve({
            status: answer.statusCode as number,
            code: error?.code ?? null,
            cookies: lines.map((line) => line.replace(/;.*/, '')),
          });
        }, reject);
      });
      sent.end(JSON.stringify(body));
    });
  }
  const close = () => {
    for (const agent of agents) agent.destroy();
  };
  return Object.assign(send, { close });
}
