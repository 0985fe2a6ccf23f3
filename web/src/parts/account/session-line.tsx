import type { OpenSession } from '@bocau/contract/security.ts';
import { Button } from '@mantine/core';
import { IconDeviceLaptop, IconDeviceMobile, IconTerminal2 } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { shortMoment } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import { useSettings } from '../settings/use-settings.ts';
import styles from './account-page.module.css';
import { deviceWords } from './device-words.ts';

const ICONS = {
  desktop: IconDeviceLaptop,
  phone: IconDeviceMobile,
  tablet: IconDeviceMobile,
  program: IconTerminal2,
} as const;

type Props = { session: OpenSession; disabled: boolean; onEnd(): void };

/** A session of the account on some device. */
export function SessionLine({ session, disabled, onEnd }: Props) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const device = deviceWords(t, session.device, session.protocol);
  const Icon = ICONS[session.device.kind];
  const lastUsed = t('security.sessions.lastUsed', { at: shortMoment(session.last_used_at, now(), zone) });
  return (
    <li className={styles.line}>
      <Icon size={24} stroke={1.5} aria-hidden />
      <span className={styles.what}>
        <span className={styles.name}>{device}</span>
        <span className={styles.detail}>{[lastUsed, session.address].filter(Boolean).join(' · ')}</span>
      </span>
      {session.current ? (
        <span className={styles.current}>{t('security.sessions.current')}</span>
      ) : (
        <Button
          variant="default"
          size="xs"
          disabled={disabled}
          aria-label={t('security.sessions.endWho', { device })}
          onClick={onEnd}
        >
          {t('security.sessions.end')}
        </Button>
      )}
    </li>
  );
}
