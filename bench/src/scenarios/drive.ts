import { fillDriveOf } from '@bocau/server/test-kit/fill-drive.ts';
import { getRequest, jsonRequest, pageRequest, withQuery } from '../http/request.ts';
import { measureProbes, type Probe } from '../measure/measure-probes.ts';
import type { BenchMailbox } from '../world/bench-mailbox.ts';
import type { Bench, Scenario } from './scenario.ts';

/** Files per folder, for the smaller and the larger mailbox. */
const FILES = { small: 10_000, large: 100_000 };
const QUICK_FILES = { small: 1_000, large: 10_000 };
const PAGE = 50;
const FAR_PAGES = 10;

const SHARE_PASSWORD = 'Khách-xem-2026';

/**
 * A drive folder: its pages, a search by name in it, moving and sharing it, and saving an attachment into it.
 */
async function driveProbes(
  { connection, world }: Bench,
  mailbox: BenchMailbox,
  files: number,
): Promise<Probe[]> {
  const { email, token, client } = mailbox;
  const { large, empty } = await fillDriveOf(world.databaseUrl, email, files);
  let far = '';
  for (let page = 0; page < FAR_PAGES; page += 1) {
    const query = { folder_id: large, limit: String(Math.min(500, files / 20)), ...(far && { cursor: far }) };
    far = (await client.listDriveFiles({ query })).meta.next_cursor ?? '';
  }
  const list = (query: Record<string, string | number | boolean>) =>
    withQuery('/storage/v1/files', { folder_id: large, limit: PAGE, ...query });
  const find = (display_name: string) => withQuery('/storage/v1/search', { display_name, limit: PAGE });
  const read = async (scenario: string, title: string, path: string): Promise<Probe> => {
    const request = getRequest(path, token);
    const statements = await world.recorder.statementsOf(path, token);
    return {
      scenario,
      title: `drive: ${title}`,
      size: files,
      ask: () => connection.send(request),
      bare: () => world.recorder.run(statements),
    };
  };
  const move = (to: string | null) =>
    jsonRequest('POST', '/storage/v1/files/move', token, { ids: [large], parent_id: to });
  const shared = await visitShare(mailbox, world.program.httpPort, large);
  const attachment = await findAttachment(mailbox);
  return [
    await read('drive-first', 'first page of a folder', list({})),
    await read('drive-cursor', 'a page far into it', list({ cursor: far })),
    await read('drive-size', 'first page by size', list({ sort: 'size', descending: true })),
    await read('drive-search', 'a name', find(String(files - 1))),
    await read('drive-search-common', 'two words of all names', find('bao gia')),
    {
      scenario: 'drive-move',
      title: 'drive: move of the folder',
      size: files,
      prepare: async () => void (await connection.send(move(null))),
      ask: () => connection.send(move(empty)),
    },
    {
      scenario: 'drive-share',
      title: "drive: a share's page for a visitor",
      size: files,
      // Many requests from one address would be rate-limited.
      ask: (sample) => connection.send(shared(`203.0.113.${sample % 250}`)),
    },
    {
      scenario: 'drive-save',
      title: 'drive: an attachment saved into a folder',
      size: files,
      // Each request adds another copy, so the drive has to find a free name.
      ask: () =>
        connection.send(
          jsonRequest('POST', `/api/v2/cloud_drive/files/${attachment}/save`, token, {
            replace: false,
            folder_id: large,
          }),
        ),
    },
  ];
}

/** Builds the request of an external visitor, from any address, who has entered the link's password. */
async function visitShare(
  { client }: BenchMailbox,
  port: number,
  folder: string,
): Promise<(address: string) => Buffer> {
  const share_withs = ['khach@elsewhere.example'];
  const { data } = await client.createShares({
    body: { ids: [folder], share_withs, password: SHARE_PASSWORD, permission: 'READ' },
  });
  const path = new URL(data[0]?.link ?? '').pathname;
  const opened = await fetch(`http://127.0.0.1:${port}${path}/open`, {
    method: 'POST',
    body: new URLSearchParams({ password: SHARE_PASSWORD }),
    redirect: 'manual',
  });
  const [cookie = ''] = opened.headers.getSetCookie();
  return (address) => pageRequest(path, cookie.split(';')[0] ?? '', address);
}

async function findAttachment({ client, email }: BenchMailbox): Promise<string> {
  const { data: threads } = await client.searchThreads({ query: { has_attachment: 'true', limit: '1' } });
  const { data } = await client.getThread({ params: { id: threads[0]?.id ?? '' }, query: {} });
  const file = data.messages.flatMap(({ files }) => files)[0];
  if (!file) throw new Error(`${email} has no attachment`);
  return file.id;
}

export const drive: Scenario = {
  name: 'drive',
  async run(bench) {
    const { small, large } = bench.world;
    const files = bench.quick ? QUICK_FILES : FILES;
    const probes = [
      ...(await driveProbes(bench, small, files.small)),
      ...(await driveProbes(bench, large, files.large)),
    ];
    return measureProbes(probes, bench.rounds);
  },
};
