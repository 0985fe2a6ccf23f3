import type { ApiClient } from '@bocau/contract/client.ts';
import { STARRED } from '@bocau/contract/folder-roles.ts';
import type { StartAnswers } from '@bocau/contract/start.ts';
import type { ModelClock } from '../engine/environment.ts';

/**
 * What the page requested before the client ran (see web/src/early): the query of the list, and the answers.
 */
export type Start = {
  query: { in: string; limit: string; offset: string };
  answer: Promise<{ data: StartAnswers } | null>;
};

type Name = keyof StartAnswers;
type Query = Readonly<Record<string, unknown>>;
type Call = (input: { query?: Query }, signal?: AbortSignal) => Promise<unknown>;

/**
 * The calls that each answer can replace: a noun that adds one to the contract registers it here, and calls
 * as usual.
 */
const STANDS_FOR: Record<Name, (query: Query, start: Start['query']) => boolean> = {
  getUserInfo: () => true,
  getChanges: (query) => Object.keys(query).length === 0,
  getSettings: () => true,
  listFolders: () => true,
  listLabels: () => true,
  listThreads: (query, start) =>
    query['limit'] === start.limit &&
    query['offset'] === start.offset &&
    Object.keys(query).length === (start.in === STARRED ? 2 : 3) &&
    (start.in === STARRED || query['in'] === start.in),
};

/**
 * Wraps the client: the first calls are answered by the start. Each answer is used once, and only while the
 * page opens: later calls, and calls without an answer in the start, go to the server.
 */
export function withStart(
  api: ApiClient,
  start: Start | undefined,
  clock: Pick<ModelClock, 'after'>,
): ApiClient {
  if (!start) return api;
  let over = false;

  function answerFirst(of: Name): Partial<Record<keyof ApiClient, Call>> {
    const name = of === 'listThreads' && start?.query.in === STARRED ? 'listStarred' : of;
    const call = api[name] as Call;
    let taken = false;
    const first: Call = async (input, signal) => {
      const isLate = taken || (over && of !== 'getSettings');
      if (!start || isLate || !STANDS_FOR[of](input.query ?? {}, start.query)) return call(input, signal);
      taken = true;
      const answer = (await start.answer)?.data[of];
      if (!answer) return call(input, signal);
      // From here on, the other answers would be older than the changes that arrive.
      if (of === 'getChanges') clock.after(0, () => (over = true));
      return answer;
    };
    return { [name]: first };
  }

  return Object.assign(api, ...(Object.keys(STANDS_FOR) as Name[]).map(answerFirst));
}
