import { getUserInfo } from '@bocau/contract/account.ts';
import { getChanges } from '@bocau/contract/changes.ts';
import type { Endpoint } from '@bocau/contract/endpoint.ts';
import { STARRED } from '@bocau/contract/folder-roles.ts';
import { listFolders } from '@bocau/contract/folders.ts';
import { listLabels } from '@bocau/contract/labels.ts';
import { getSettings } from '@bocau/contract/settings.ts';
import { getStart, type StartAnswers } from '@bocau/contract/start.ts';
import { listStarred, listThreads } from '@bocau/contract/threads.ts';
import { Failure } from './platform/failure.ts';
import { type Call, isBytes, type Route, route } from './platform/http/routes.ts';

type Asked = Pick<Call<typeof getStart>, 'caller' | 'request' | 'query'>;

/** One call for all that a mailbox opens with: each answer is, byte for byte, what that call itself gives. */
export function startRoute(routes: readonly Route[]): Route {
  async function answer(endpoint: Endpoint, asked: Asked): Promise<Buffer> {
    const asOne = routes.find((each) => each.endpoint === endpoint);
    if (!asOne) throw new Error(`There is no route for ${endpoint.path}`);
    const result = await asOne.handle({ ...asked, params: undefined, body: undefined } as never);
    if (!isBytes(result)) return Buffer.from(JSON.stringify(result));
    // Lists come serialized.
    if (!Buffer.isBuffer(result.stream)) throw new Error(`${endpoint.path} answers no JSON`);
    return result.stream;
  }

  return route(getStart, async ({ caller, request, query }) => {
    const without = { caller, request, query: {} } as Asked;
    const list = query.in === STARRED ? listStarred : listThreads;
    // The number comes first: whatever is read after it is not older than it.
    const changes = await answer(getChanges, without);
    const [user, settings, folders, labels, threads] = await Promise.all([
      answer(getUserInfo, without),
      answer(getSettings, without),
      answer(listFolders, without),
      answer(listLabels, without),
      answer(list, { caller, request, query }).catch((error: unknown) => {
        if (error instanceof Failure && error.code === 'folder_not_found') return Buffer.from('null');
        throw error;
      }),
    ]);
    const named: Record<keyof StartAnswers, Buffer> = {
      getUserInfo: user,
      getChanges: changes,
      getSettings: settings,
      listFolders: folders,
      listLabels: labels,
      listThreads: threads,
    };
    const fields = Object.entries(named).flatMap(([name, json], at) => [
      Buffer.from(`${at === 0 ? '{"data":{' : ','}"${name}":`),
      json,
    ]);
    return {
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
      stream: Buffer.concat([...fields, Buffer.from('}}')]),
    };
  });
}
