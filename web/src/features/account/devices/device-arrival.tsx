import type { AppPassword } from '@bocau/contract/app-passwords.ts';
import { Button } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import styles from './devices-page.module.css';
import { type Arrival, useArrival } from './use-arrival.ts';

const SIGNS: Record<Arrival, typeof IconClock> = {
  waiting: IconClock,
  arrived: IconCircleCheck,
  over: IconAlertCircle,
};

/** Says when the device has signed in with its password; at the foot of the page at every step. */
export function DeviceArrival({ appPassword }: { appPassword: AppPassword }) {
  const { t } = useTranslation();
  const { arrival, lookAgain } = useArrival(appPassword);
  const { name } = appPassword;
  const Sign = SIGNS[arrival];
  return (
    <div className={styles.arrival} data-arrival={arrival}>
      <Sign aria-hidden size={20} />
      <p role="status">{t(`devices.arrival.${arrival}`, { name })}</p>
      {arrival === 'over' && (
        <Button variant="default" onClick={lookAgain}>
          {t('devices.arrival.again')}
        </Button>
      )}
    </div>
  );
}
