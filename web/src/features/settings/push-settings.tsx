import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import {
  changeNotificationChoice,
  useNotificationChoice,
} from '../../parts/notifications/notification-choice.ts';
import type { NotificationPermissionState } from '../../parts/notifications/notification-permission.ts';
import {
  PushNotOffered,
  pushSupport,
  removePushDevice,
  savePushDevice,
} from '../../parts/notifications/push-device.ts';
import { pushFault } from '../../parts/notifications/push-fault.ts';
import { useSessionState } from '../../parts/session/use-session-model.ts';
import { ChoiceRow } from './choice-row.tsx';
import styles from './notification-settings.module.css';
import form from './settings-form.module.css';

const SWITCH = ['on', 'off'] as const;

/** Whether this browser has a push subscription of this user. */
export function useIsPushed(): boolean {
  const email = useSessionState((session) => session.user()?.email ?? null);
  const { pushed } = useNotificationChoice();
  return pushed !== null && pushed === email;
}

/** Notifications on this device without an open page, as far as its browser supports them. */
export function PushSettings({ ask }: { ask(): Promise<NotificationPermissionState> }) {
  const { t } = useTranslation();
  const support = pushSupport();
  if (support === 'ready') return <PushSwitch ask={ask} />;
  return (
    <div className={form.row}>
      <div className={form.about}>
        <span className={form.label}>{t('notifications.push.title')}</span>
      </div>
      <p className={styles.state} role="status">
        {t(`notifications.push.${support}`)}
      </p>
    </div>
  );
}

function PushSwitch({ ask }: { ask(): Promise<NotificationPermissionState> }) {
  const { t } = useTranslation();
  const api = useApi();
  const email = useSessionState((session) => session.user()?.email ?? null);
  const isPushed = useIsPushed();
  const fault = useSyncExternalStore(pushFault.subscribe, pushFault.get);
  /** The change in progress, shown optimistically. */
  const [turning, setTurning] = useState<'on' | 'off' | null>(null);

  async function turn(to: 'on' | 'off'): Promise<void> {
    if (turning !== null) return;
    setTurning(to);
    pushFault.set(null);
    try {
      if (to === 'off') {
        await removePushDevice(api);
      } else if ((await ask()) === 'granted') {
        await savePushDevice(api);
        changeNotificationChoice({ pushed: email });
      }
    } catch (error) {
      pushFault.set(error as Error);
    } finally {
      setTurning(null);
    }
  }

  const value = turning ?? (isPushed ? 'on' : 'off');
  return (
    <>
      <ChoiceRow
        label={t('notifications.push.title')}
        hint={t('notifications.push.hint')}
        options={SWITCH.map((option) => ({ value: option, label: t(`notifications.${option}`) }))}
        value={value}
        onChange={(to) => void turn(to)}
      />
      {fault !== null && (
        <div className={form.row}>
          <span />
          <p className={styles.fault} role="alert">
            {t(faultWords(fault, isPushed))}
          </p>
        </div>
      )}
    </>
  );
}

function faultWords(fault: Error, isPushed: boolean) {
  if (fault instanceof PushNotOffered) return 'notifications.push.notOffered';
  return isPushed ? 'notifications.push.notInStep' : 'notifications.push.failed';
}
