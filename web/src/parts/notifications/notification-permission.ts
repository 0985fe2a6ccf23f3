import { useEffect, useState } from 'react';

export type NotificationPermissionState = 'unsupported' | NotificationPermission;

function readPermission(): NotificationPermissionState {
  return 'Notification' in window ? Notification.permission : 'unsupported';
}

/** On phones, pages cannot show notifications themselves, and the attempt fails; pushes are shown. */
function canPagesTell(): boolean {
  return 'Notification' in window && !/Android|iPhone|iPad/.test(navigator.userAgent);
}

/**
 * The browser's permission, updated when it reports a change, and when the user returns from its settings.
 */
export function useNotificationPermission(): {
  permission: NotificationPermissionState;
  /** Whether an open page can show notifications itself. */
  ofPages: boolean;
  /** Only on a click: browsers penalise a page that asks unprompted. */
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
