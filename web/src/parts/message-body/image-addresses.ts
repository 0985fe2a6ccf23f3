import type { ApiClient } from '@bocau/contract/client.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { useMemo } from 'react';
import { useApi } from '../mailbox/use-api.ts';
import { useQuery } from '../queries/use-query.ts';
import { isRemote } from './named-images.ts';

/** The server's image addresses expire after a day. */
const FRESH_MS = 12 * 3600 * 1000;
const NONE: ReadonlyMap<string, string> = new Map();

/** The addresses of a message's images: those of attached ones at once, those of remote ones when allowed. */
export function useImageAddresses(
  messageId: string,
  images: readonly string[],
  remoteAllowed: boolean,
): ReadonlyMap<string, string> {
  const api = useApi();
  const wanted = useMemo(
    () => (remoteAllowed ? images : images.filter((url) => !isRemote(url))),
    [images, remoteAllowed],
  );
  const { data } = useQuery({
    queryKey: ['message-images', messageId, wanted],
    queryFn: ({ signal }) => signAll(api, messageId, wanted, signal),
    enabled: wanted.length > 0,
    staleTime: FRESH_MS,
  });
  return data ?? NONE;
}

export async function signAll(
  api: ApiClient,
  messageId: string,
  urls: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const addresses = new Map<string, string>();
  for (let from = 0; from < urls.length; from += LIMITS.imagesPerCall) {
    const { data } = await api.signImages(
      { params: { id: messageId }, body: { urls: urls.slice(from, from + LIMITS.imagesPerCall) } },
      signal,
    );
    for (const { url, src } of data) if (src !== null) addresses.set(url, src);
  }
  return addresses;
}
