import { prng } from '@bocau/server/demo-world/prng.ts';
import { embeddedDatabaseUrl } from '@bocau/server/test-kit/embedded-database.ts';
import type { SignedIn } from '@bocau/server/test-kit/open-sessions.ts';
import { openWalReader, type WalPart, type WalReader } from '@bocau/server/test-kit/read-wal.ts';
import { connectMail } from '@bocau/server/test-kit/smtp-client.ts';
import { type Connection, openConnection } from '../http/connection.ts';
import { jsonRequest } from '../http/request.ts';
import { SENDING_DOMAIN } from '../program/bench-names.ts';
import type { World } from '../world/open-world.ts';
import { type Measured, summary } from './wal-summary.ts';
import { drawMailboxes, writeOfficeMail } from './wal-world.ts';

/** Daily activity of a mailbox. */
const MESSAGES_A_DAY = 50;
const CLICKS_A_DAY = 200;
const DAY_SECONDS = 86_400;
/** Number of alternations between deliveries and clicks from one checkpoint to the next. */
const TURNS = 10;
const FIRSTS = 100;
const WARM_UP = 60;

/** Acts on the n-th thread of a mailbox. */
type Act = (mailbox: SignedIn, n: number) => Promise<void>;
type Acts = Record<'delivery' | 'star' | 'read mark' | 'move', Act>;

/**
 * WAL bytes per operation. Measured for a mailbox's first operation after a checkpoint, which writes
 * full-page images, and for a checkpoint interval's worth of deliveries and clicks, alternating over all
 * mailboxes.
 */
export async function benchWal(world: World, say: (line: string) => void): Promise<string> {
  await using opened = new AsyncDisposableStack();
  const url = await embeddedDatabaseUrl(world.dataDir);
  const reader = await openWalReader(url);
  opened.defer(() => reader.close());
  const connection = await openConnection(world.program.httpPort);
  opened.defer(() => connection.close());
  const { mailboxes, next } = await drawMailboxes(url, prng('mailboxes'));

  const interval = Number(await reader.setting('checkpoint_timeout'));
  const perTurn = (mailboxes * interval) / DAY_SECONDS / TURNS;
  const turn = { deliveries: Math.ceil(perTurn * MESSAGES_A_DAY), clicks: Math.ceil(perTurn * CLICKS_A_DAY) };
  const deliveries = TURNS * turn.deliveries;
  say(`Writing ${deliveries + 2 * FIRSTS} messages`);
  const mail = await writeOfficeMail(`wal ${process.pid}`, WARM_UP + deliveries + 2 * FIRSTS);
  const address = { host: '127.0.0.1', port: world.program.lmtpPort as number };
  const client = await connectMail({ ...address, protocol: 'lmtp' });
  opened.defer(() => client.end());
  async function deliver(to: string): Promise<void> {
    const raw = mail.pop() as Buffer;
    const { message } = await client.send({ from: `partner@${SENDING_DOMAIN}`, to: [to], raw });
    if (message[0]?.code !== 250) throw new Error(`LMTP answered ${JSON.stringify(message)}`);
  }
  const acts: Acts = { delivery: ({ email }) => deliver(email), ...clicksBy(connection) };
  for (let i = 0; i < WARM_UP; i++) await deliver(next().email);

  const measured: Measured[] = [];
  for (const [name, act] of Object.entries(acts)) {
    say(`Right after a checkpoint: ${name}`);
    await reader.checkpoint();
    const parts = await during(reader, FIRSTS, (n) => act(next(), n));
    measured.push({ name: `${name}, first after a checkpoint`, acts: FIRSTS, parts });
  }
  say('Into the large mailbox');
  const parts = await during(reader, FIRSTS, () => deliver(world.large.email));
  measured.push({ name: `delivery into ${world.large.size} messages, in a row`, acts: FIRSTS, parts });

  say(`${deliveries} deliveries to ${mailboxes} mailboxes and their clicks, as in ${interval} s`);
  measured.push(...(await betweenCheckpoints(reader, acts, next, turn)));
  return summary(measured);
}

function clicksBy(connection: Connection): Omit<Acts, 'delivery'> {
  async function send(method: 'POST' | 'PATCH', path: string, token: string, body: unknown): Promise<void> {
    const { status, body: answer } = await connection.send(jsonRequest(method, path, token, body), true);
    if (status >= 300) throw new Error(`${path} was answered ${status}: ${answer}`);
  }
  const threadOf = ({ threadIds }: SignedIn, n: number) => threadIds[n % threadIds.length] as string;
  return {
    star: (mailbox, n) =>
      send('PATCH', `/api/v2/threads/${threadOf(mailbox, n)}`, mailbox.token, { starred: true }),
    'read mark': (mailbox, n) => {
      const mark = { ids: [threadOf(mailbox, n)], folder_id: mailbox.inboxId, unread: n % 2 === 0 };
      return send('POST', '/api/v2/threads/unreads', mailbox.token, mark);
    },
    move: (mailbox, n) => {
      const { inboxId, archiveId, token } = mailbox;
      const move = {
        thread_ids: [threadOf(mailbox, n)],
        from_folder_id: inboxId,
        to_folder_id: archiveId,
      };
      return send('POST', '/api/v2/threads/move', token, [move]);
    },
  };
}

async function during(
  reader: WalReader,
  count: number,
  act: (n: number) => Promise<void>,
): Promise<WalPart[]> {
  const from = await reader.position();
  for (let n = 0; n < count; n++) await act(n);
  return reader.read(from, await reader.position());
}

/** A user who opens the mailbox clicks a few times. */
async function betweenCheckpoints(
  reader: WalReader,
  acts: Acts,
  next: () => SignedIn,
  { deliveries, clicks }: { deliveries: number; clicks: number },
): Promise<Measured[]> {
  const visit = [acts['read mark'], acts['read mark'], acts.move, acts.star];
  const mailParts: WalPart[] = [];
  const clickParts: WalPart[] = [];
  const visits = Math.ceil(clicks / visit.length);
  await reader.checkpoint();
  for (let turn = 0; turn < TURNS; turn++) {
    mailParts.push(...(await during(reader, deliveries, (n) => acts.delivery(next(), n))));
    const open = async (n: number) => {
      const mailbox = next();
      for (const [i, act] of visit.entries()) await act(mailbox, turn + n + i);
    };
    clickParts.push(...(await during(reader, visits, open)));
  }
  return [
    { name: 'delivery, between two checkpoints', acts: TURNS * deliveries, parts: mailParts },
    { name: 'click, between two checkpoints', acts: TURNS * visits * visit.length, parts: clickParts },
  ];
}
