import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../platform/clock.ts';
import { startChildServer } from '../test-kit/child-server.ts';
import { embeddedDatabaseUrl } from '../test-kit/embedded-database.ts';
import { turnOnTwoStep } from '../test-kit/turn-on-two-step.ts';
import { cleanUp } from './clean-up.ts';
import { type Guessed, guessCodes, pairCodes } from './guess-codes.ts';
import { DOMAIN, openParts, preparePeople } from './prepare-people.ts';

const EMAIL = `p0@${DOMAIN}`;
const PASSWORD = 'BoCau@2026';
/** For one pair of codes. */
const GUESSES_A_PAIR = 10;
const MOST_CONNECTIONS = 500;
const JUDGED_A_WINDOW = 10;
const WINDOW_MS = 600_000;

/** Attacks two processes with guessed codes, and with one code at the same moment. Returns what went wrong. */
export async function soakGuesses(guesses: number): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bocau-soak-'));
  try {
    return await inWorld(dataDir, async (world) => {
      const began = systemClock.now();
      const connections = Math.min(MOST_CONNECTIONS, Math.ceil(guesses / 20));
      const guessed = await guessCodes(world, { guesses, connections, seed: 'soak guesses' });
      const windows = 1 + Math.floor((systemClock.now() - began) / WINDOW_MS);
      show({ ...guessed, seconds: secondsSince(began) });
      const pairsBegan = systemClock.now();
      const paired = await pairCodes(world, Math.ceil(guesses / GUESSES_A_PAIR));
      show({ ...paired, seconds: secondsSince(pairsBegan) });
      const { judged, refused, isClosed, owner } = guessed;
      return [
        judged > JUDGED_A_WINDOW * windows && `${judged} guesses were judged`,
        judged + refused !== guesses && 'guesses were answered otherwise',
        windows === 1 && !isClosed && 'the right code was accepted from somewhere new',
        owner.trusted !== 200 && `the owner's own browser was answered ${owner.trusted}`,
        owner.recovery !== 200 && `a recovery code was answered ${owner.recovery}`,
        paired.twice > 0 && `${paired.twice} codes were accepted twice`,
        paired.never > 0 && `${paired.never} codes were accepted by nobody`,
      ].filter((fault) => fault !== false);
    });
  } finally {
    await cleanUp(dataDir);
  }
}

async function inWorld<Result>(dataDir: string, run: (world: Guessed) => Promise<Result>): Promise<Result> {
  await using opened = new AsyncDisposableStack();
  const env = { TRUSTED_PROXIES: '1', SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') };
  // With the role jobs, which sends the notices about guesses.
  const first = await startChildServer({ dataDir, env: { ...env, ROLES: 'http,jobs' } });
  opened.defer(() => first.stop().then(() => undefined));
  const shared = { ...env, DATABASE_URL: await embeddedDatabaseUrl(dataDir) };
  const second = await startChildServer({ dataDir, env: { ...shared, ROLES: 'http' } });
  opened.defer(() => second.stop().then(() => undefined));
  const parts = await openParts(dataDir, shared);
  opened.defer(() => parts.close());
  const mailboxId = (await preparePeople(parts, 1, { password: PASSWORD })).get(EMAIL) as number;
  const secret = Buffer.from('12345678901234567890');
  await turnOnTwoStep(parts, mailboxId, secret);
  return await run({
    parts,
    baseUrls: [first.baseUrl, second.baseUrl],
    account: { mailboxId, email: EMAIL, password: PASSWORD, secret },
  });
}

const secondsSince = (began: number) => (systemClock.now() - began) / 1000;

function show(figures: object): void {
  process.stdout.write(`${JSON.stringify(figures)}\n`);
}
