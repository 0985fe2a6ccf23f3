import { useEffect, useState } from 'react';

export type NotificationPermissionState = 'unsupported' | NotificationPermission;

function readPermission(): NotificationPermissionState {
  return 'Notification' in window ? Notification.permission : 'unsupported';
}

/** Phones show nothing that a page says by itself, and refuse to try; what is pushed they show. */
function canPagesTell(): boolean {
  return 'Notification' in window && !/Android|iPhone|iPad/.test(navigator.userAgent);
}

/** What the browser allows, followed where it tells of a change, and when one comes back from its settings. */
export function useNotificationPermission(): {
  permission: NotificationPermissionState;
  /** Whether an open page may tell by itself. */
  ofPages: boolean;
  /** Only for a click: browsers hold it against a page that asks by itself. */
  ask(): Promise<NotificationPermissionState>;
} {
  const [permission, setPermission] = useState(readPermission);
  useEffect(() => {
    const look = () => setPermission(readPermission());
    let status: PermissionStatus | null = null;
    let left = false;
    navigator.permissions?.query({ name: 'notifications' }).then(
      (found) => {
        if (left) return;
        status = found;
        found.addEventListener('change', look);
      },
      () => undefined,
    );
    window.addEventListener('focus', look);
    return () => {
      left = true;
      status?.removeEventListener('change', look);
      window.removeEventListener('focus', look);
    };
  }, []);

  async function ask(): Promise<NotificationPermissionState> {
    if (readPermission() === 'default') await Notification.requestPermission();
    const now = readPermission();
    setPermission(now);
    return now;
  }

  return { permission, ofPages: canPagesTell(), ask };
}
