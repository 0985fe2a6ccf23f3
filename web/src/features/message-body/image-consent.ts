import { type Settings, settingsFromList } from '@bocau/contract/settings.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { createStore } from '../../lib/store.ts';
import { useApi } from '../mailbox-context/use-api.ts';
import { notify } from '../notices/notify.ts';

/** The messages whose remote images were asked for; that lasts as long as the page. */
const shown = createStore<ReadonlySet<string>>(new Set());

export type RemoteImages = { given: boolean; asks: boolean; showOnce(): void; showAlways(): void };

export function mayShowRemote(queries: QueryClient, messageId: string): boolean {
  const settings = queries.getQueryData<Settings>(['settings']);
  return settings?.remote_images === 'always' || shown.get().has(messageId);
}

/** Whether the remote images of a message may be loaded, and how to say so. */
export function useRemoteImages(messageId: string): RemoteImages {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: ['settings'],
    queryFn: async () => settingsFromList((await api.getSettings({})).data),
  });
  const once = useSyncExternalStore(shown.subscribe, shown.get).has(messageId);
  const always = data?.remote_images === 'always';

  function showOnce(): void {
    shown.set(new Set([...shown.get(), messageId]));
  }

  async function save(value: 'ask' | 'always'): Promise<void> {
    const saved = await api.saveSettings({ body: [{ key: 'remote_images', value }] });
    queries.setQueryData(['settings'], settingsFromList(saved.data));
  }

  return {
    given: always || once,
    asks: data !== undefined && !always && !once,
    showOnce,
    showAlways() {
      showOnce();
      save('always').then(
        () => notify({ text: t('threadDetail.images.alwaysSaved'), undo: () => save('ask') }),
        () => notify({ text: t('threadDetail.images.alwaysFailed'), tone: 'danger' }),
      );
    },
  };
}
