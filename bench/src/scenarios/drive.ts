import { fillDriveOf } from '@bocau/server/test-kit/fill-drive.ts';
import { getRequest, jsonRequest, withQuery } from '../http/request.ts';
import { measureProbes, type Probe } from '../measure/measure-probes.ts';
import type { BenchMailbox } from '../world/bench-mailbox.ts';
import type { Bench, Scenario } from './scenario.ts';

/** Files of one folder, for the smaller and the larger of the two mailboxes. */
const FILES = { small: 10_000, large: 100_000 };
const QUICK_FILES = { small: 1_000, large: 10_000 };
const PAGE = 50;
const FAR_PAGES = 10;

/** A folder of the drive: its pages, names found in it, and its move to another place. */
async function driveProbes(
  { connection, world }: Bench,
  { email, token, client }: BenchMailbox,
  files: number,
): Promise<Probe[]> {
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
  ];
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
