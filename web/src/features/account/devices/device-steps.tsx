import { useTranslation } from '../../../i18n/use-translation.ts';
import { QrCode } from '../qr-code.tsx';
import { type DeviceKind, PROFILE, STEPS } from './device-kinds.ts';
import styles from './devices-page.module.css';

/** What is done on the device, in short steps. */
export function DeviceSteps({ kind, email }: { kind: DeviceKind; email: string }) {
  const { t } = useTranslation();
  return (
    <ol className={styles.steps}>
      {kind === 'apple' && <Scan email={email} />}
      {STEPS[kind].map((words) => (
        <li key={words}>{t(words, { email })}</li>
      ))}
    </ol>
  );
}

/** The profile says no more than what every program is told of an address: the device asks for the password itself. */
function Scan({ email }: { email: string }) {
  const { t } = useTranslation();
  const profile = `${PROFILE}?${new URLSearchParams({ emailaddress: email })}`;
  return (
    <li>
      {t('devices.steps.apple.scan')}
      <div className={styles.code}>
        <QrCode text={new URL(profile, location.origin).href} label={t('devices.qr')} />
      </div>
      <a href={profile} download>
        {t('devices.here')}
      </a>
    </li>
  );
}
