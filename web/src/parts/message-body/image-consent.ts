import type { ChosenSettings } from '@bocau/contract/settings.ts';
import { useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { createStore } from '../../lib/store.ts';
import { notify } from '../notices/notify.ts';
import { useKnownSettings, useSettingsModel } from '../settings/use-settings.ts';

/** The messages whose remote images were asked for; that lasts as long as the page. */
const shown = createStore<ReadonlySet<string>>(new Set());

export type RemoteImages = { given: boolean; asks: boolean; showOnce(): void; showAlways(): void };

export function mayShowRemote(settings: ChosenSettings, messageId: string): boolean {
  return settings.remote_images === 'always' || shown.get().has(messageId);
}

/** Whether the remote images of a message may be loaded, and how to say so. */
export function useRemoteImages(messageId: string): RemoteImages {
  const { t } = useTranslation();
  const { settings } = useKnownSettings();
  const { save } = useSettingsModel();
  const once = useSyncExternalStore(shown.subscribe, shown.get).has(messageId);
  const always = settings?.remote_images === 'always';

  function showOnce(): void {
    shown.set(new Set([...shown.get(), messageId]));
  }

  return {
    given: always || once,
    asks: settings !== null && !always && !once,
    showOnce,
    showAlways() {
      showOnce();
      save({ remote_images: 'always' }).then(
        () =>
          notify({ text: t('threadDetail.images.alwaysSaved'), undo: () => save({ remote_images: 'ask' }) }),
        () => notify({ text: t('threadDetail.images.alwaysFailed'), tone: 'danger' }),
      );
    },
  };
}
