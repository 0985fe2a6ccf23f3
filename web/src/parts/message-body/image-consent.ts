import type { Message } from '@bocau/contract/messages.ts';
import { type ChosenSettings, IMAGE_SENDERS, imageSenders } from '@bocau/contract/settings.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { createStore } from '../../lib/store.ts';
import { notify } from '../notices/notify.ts';
import { useKnownSettings, useSettingsModel } from '../settings/use-settings.ts';

/** Messages whose remote images the user has requested, until the page is closed. */
const shown = createStore<ReadonlySet<string>>(new Set());

export type RemoteImages = {
  given: boolean;
  asks: boolean;
  showOnce(): void;
  /** Null where the sender could be an impostor. */
  showFromSender: (() => void) | null;
};

/** For a quote, only the id of its message is known. */
type Judged = Pick<Message, 'id'> & Partial<Pick<Message, 'from' | 'spoofed'>>;

export function mayShowRemote(settings: ChosenSettings, message: Judged): boolean {
  return settings.remote_images === 'always' || isTrusted(settings, message) || shown.get().has(message.id);
}

/** The address that permission is tied to; null for a doubtful sender, who gets no one's permission. */
function trustable({ from, spoofed }: Judged): string | null {
  if (!from || spoofed || (from.doubts ?? []).length > 0 || (from.others ?? []).length > 0) return null;
  return /^[^\s@]+@[^\s@]+$/.test(from.email) ? from.email.toLowerCase() : null;
}

function isTrusted(settings: ChosenSettings, message: Judged): boolean {
  const sender = trustable(message);
  return sender !== null && imageSenders(settings.image_senders).includes(sender);
}

/** Whether the remote images of a message may be loaded, and how to allow them. */
export function useRemoteImages(message: Judged): RemoteImages {
  const { t } = useTranslation();
  const { settings } = useKnownSettings();
  const { save } = useSettingsModel();
  const once = useSyncExternalStore(shown.subscribe, shown.get).has(message.id);
  const always = settings !== null && (settings.remote_images === 'always' || isTrusted(settings, message));
  const sender = trustable(message);
  const trusted = settings !== null && isTrusted(settings, message);

  // Images shown in a message are also shown where it is quoted.
  useEffect(() => {
    if (trusted && !shown.get().has(message.id)) shown.set(new Set([...shown.get(), message.id]));
  }, [trusted, message.id]);

  function showOnce(): void {
    shown.set(new Set([...shown.get(), message.id]));
  }

  function showFromSender(): void {
    if (sender === null || settings === null) return;
    showOnce();
    const { image_senders: before } = settings;
    const senders = [...imageSenders(before).filter((address) => address !== sender), sender];
    save({ image_senders: senders.slice(-IMAGE_SENDERS).join('\n') }).then(
      () =>
        notify({
          text: t('threadDetail.images.senderSaved', { sender }),
          undo: () => save({ image_senders: before }),
        }),
      () => notify({ text: t('threadDetail.images.senderFailed'), tone: 'danger' }),
    );
  }

  return {
    given: always || once,
    asks: settings !== null && !always && !once,
    showOnce,
    showFromSender: sender === null ? null : showFromSender,
  };
}
