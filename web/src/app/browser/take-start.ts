import type { ApiClient } from '@bocau/contract/client.ts';
import { STARRED } from '@bocau/contract/folder-roles.ts';
import type { StartAnswers } from '@bocau/contract/start.ts';
import { after } from '../../lib/timers.ts';

type Named = keyof StartAnswers | 'listStarred';
type Input = { query?: Record<string, unknown> };

/**
 * The client, whose first calls are answered by what the page asked for before it ran (see web/src/early). Each answer
 * is good once, and for the opening alone: what is asked later asks the server.
 */
export function takeStart(api: ApiClient): ApiClient {
  const start = window.bocauStart;
  window.bocauStart = undefined;
  if (!start) return api;
  const { query } = start;
  const coming = start.answer;
  let over = false;

  /** `of` names the call as the start answer does. */
  function once<Name extends Named>(name: Name, of: keyof StartAnswers, fits: (input: Input) => boolean) {
    const call = api[name] as (input: Input, signal?: AbortSignal) => Promise<unknown>;
    let taken = false;
    const first = async (input: Input, signal?: AbortSignal) => {
      if (taken || (over && of !== 'getSettings') || !fits(input)) return call(input, signal);
      taken = true;
      const answer = (await coming)?.data[of];
      if (!answer) return call(input, signal);
      // Later answers would be older than the changes that are heard of from here on.
      if (of === 'getChanges') after(0, () => (over = true));
      return answer;
    };
    return { [name]: first } as Pick<ApiClient, Name>;
  }

  const isList = ({ query: asked = {} }: Input) =>
    asked['limit'] === query.limit &&
    asked['offset'] === query.offset &&
    Object.keys(asked).length === (query.in === STARRED ? 2 : 3) &&
    (query.in === STARRED || asked['in'] === query.in);
  return Object.assign(api, {
    ...once('getUserInfo', 'getUserInfo', () => true),
    ...once('getChanges', 'getChanges', ({ query: asked = {} }) => Object.keys(asked).length === 0),
    ...once('getSettings', 'getSettings', () => true),
    ...once('listFolders', 'listFolders', () => true),
    ...once(query.in === STARRED ? 'listStarred' : 'listThreads', 'listThreads', isList),
  });
}
