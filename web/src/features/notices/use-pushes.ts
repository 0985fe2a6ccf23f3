import { type RefObject, useEffect, useRef } from 'react';
import { after } from '../../lib/timers.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useNotificationChoice } from '../../parts/notifications/notification-choice.ts';
import { keepPushDevice } from '../../parts/notifications/push-device.ts';
import { pushFault } from '../../parts/notifications/push-fault.ts';
import { useSessionState } from '../../parts/session/use-session-model.ts';

/** Several choices in a row are sent to the server once. */
const COLLECT_MS = 500;

/**
 * Keeps the server's push subscription of this browser in step with its settings, and opens the address of a
 * notification clicked in the worker. Returns the worker while push is on.
 */
export function usePushes(
  navigate: (address: string) => unknown,
): RefObject<ServiceWorkerRegistration | null> {
  const api = useApi();
  const email = useSessionState((session) => session.user()?.email ?? null);
  const choice = useNotificationChoice();
  const isPushed = email !== null && choice.pushed === email;
  const worker = useRef<ServiceWorkerRegistration | null>(null);
  const go = useRef(navigate);
  go.current = navigate;

  useEffect(() => {
    if (!isPushed || Notification.permission !== 'granted') return;
    return after(COLLECT_MS, () => {
      keepPushDevice(api, choice).then(
        () => pushFault.set(null),
        (error: Error) => pushFault.set(error),
      );
    });
  }, [api, choice, isPushed]);

  useEffect(() => {
    if (!isPushed) return;
    const { serviceWorker } = navigator;
    const hear = ({ data, ports }: MessageEvent<{ kind?: string; path?: string }>) => {
      if (data.kind !== 'open-notice' || !/^\/(folder|calendar)\//.test(data.path ?? '')) return;
      ports[0]?.postMessage('going');
      void go.current(data.path ?? '');
    };
    serviceWorker.addEventListener('message', hear);
    let left = false;
    void serviceWorker.getRegistration().then((registration) => {
      if (!left) worker.current = registration ?? null;
    });
    return () => {
      left = true;
      worker.current = null;
      serviceWorker.removeEventListener('message', hear);
    };
  }, [isPushed]);

  return worker;
}
