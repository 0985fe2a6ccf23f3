import type { ApiClient } from '@bocau/contract/client.ts';
import { signedInClient } from '@bocau/server/test-kit/signed-in-client.ts';

export type ThreadRef = { id: string; messages: number };

export type BenchMailbox = {
  email: string;
  password: string;
  /** How many messages were generated for it. */
  size: number;
  token: string;
  client: ApiClient;
  inboxId: string;
  archiveId: string;
  inboxThreads: number;
  /** Inbox threads with one message, and with ten or more. */
  singles: ThreadRef[];
  longs: ThreadRef[];
};

export const PASSWORD = 'BoCau@2026';

const ARCHIVE = 'Archive';
export const SINGLES = 200;
const LONGS = 20;
const LONG = 10;
const PAGE = 100;

/** Signs in and picks the threads to measure with. */
export async function openMailbox(port: number, email: string, size: number): Promise<BenchMailbox> {
  const client = await signedInClient(`http://127.0.0.1:${port}`, { email, password: PASSWORD });
  const { data: folders } = await client.listFolders({});
  const inbox = folders.find((folder) => folder.name === 'INBOX');
  if (!inbox) throw new Error(`${email} has no inbox`);
  const archive =
    folders.find((folder) => folder.name === ARCHIVE) ??
    (await client.createFolder({ body: { name: ARCHIVE } })).data;
  return {
    email,
    password: PASSWORD,
    size,
    token: client.token,
    client,
    inboxId: inbox.id,
    archiveId: archive.id,
    inboxThreads: inbox.total_threads,
    ...(await findThreads(client)),
  };
}

async function findThreads(client: ApiClient): Promise<Pick<BenchMailbox, 'singles' | 'longs'>> {
  const singles: ThreadRef[] = [];
  const longs: ThreadRef[] = [];
  let cursor: string | undefined;
  do {
    const { data, meta } = await client.listThreads({ query: { in: 'INBOX', limit: `${PAGE}`, cursor } });
    for (const thread of data) {
      const ref = { id: thread.id, messages: thread.message_count };
      if (ref.messages === 1 && singles.length < SINGLES) singles.push(ref);
      if (ref.messages >= LONG && longs.length < LONGS) longs.push(ref);
    }
    cursor = meta.next_cursor ?? undefined;
  } while (cursor !== undefined && (singles.length < SINGLES || longs.length < LONGS));
  return { singles, longs };
}
