import type { AppPassword } from '@bocau/contract/app-passwords.ts';
import { IconCircleCheck, IconClock } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { everyFewSeconds } from '../../../lib/timers.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import styles from './devices-page.module.css';

/** Says when the device has signed in by its password. */
export function DeviceArrival({ appPassword: { id, name } }: { appPassword: AppPassword }) {
  const { t } = useTranslation();
  const api = useApi();
  const { data, refetch } = useQuery({
    queryKey: ['app-passwords'],
    queryFn: async () => (await api.listAppPasswords({})).data,
  });
  const hasArrived = data?.some((each) => each.id === id && each.last_used_at !== null) === true;

  useEffect(() => {
    if (hasArrived) return;
    return everyFewSeconds(() => {
      if (document.visibilityState === 'visible') void refetch();
    });
  }, [hasArrived, refetch]);

  const Icon = hasArrived ? IconCircleCheck : IconClock;
  return (
    <p className={styles.arrival} role="status" data-arrived={hasArrived}>
      <Icon aria-hidden size={20} />
      {t(hasArrived ? 'devices.arrived' : 'devices.waiting', { name })}
    </p>
  );
}
