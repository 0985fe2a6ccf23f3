import { Button } from '@mantine/core';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useIsNarrowScreen } from '../../../ui/use-is-narrow-screen.ts';
import { QrCode } from '../qr-code.tsx';
import styles from './devices-page.module.css';
import { StepPicture } from './step-picture.tsx';
import type { DeviceSetUp } from './use-device-set-up.ts';

/** The QR code that an iPhone scans: a one-time link to a configuration profile with address and password. */
export function ProfileCode({ setUp: { made, profileLink, busy, makeLink } }: { setUp: DeviceSetUp }) {
  const { t } = useTranslation();
  const narrow = useIsNarrowScreen();
  if (made === null) {
    return (
      <>
        <p>{t('devices.code.first')}</p>
        <StepPicture frame="phone" scene="scan" />
      </>
    );
  }
  if (profileLink === null || profileLink === 'over') {
    return (
      <>
        <p role="status">{t(profileLink === null ? 'devices.code.none' : 'devices.code.over')}</p>
        <Button variant="default" loading={busy} onClick={() => void makeLink()}>
          {t('devices.code.make')}
        </Button>
      </>
    );
  }
  const { path } = profileLink;
  const acts = (
    <div className={styles.acts}>
      <Button
        component="a"
        variant={narrow ? 'filled' : 'default'}
        href={path}
        target="_blank"
        rel="noreferrer"
      >
        {t('devices.code.here')}
      </Button>
      <Button variant="default" loading={busy} onClick={() => void makeLink()}>
        {t('devices.code.again')}
      </Button>
    </div>
  );
  return (
    <>
      {/* A phone can't scan its own screen. */}
      {narrow && acts}
      <p>{t('devices.code.scan')}</p>
      <div className={styles.code}>
        <QrCode text={new URL(path, location.origin).href} label={t('devices.code.label')} />
      </div>
      <p className={styles.aside}>{t('devices.code.once')}</p>
      {!narrow && acts}
    </>
  );
}
