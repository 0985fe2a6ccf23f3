import { useTranslation } from '../../../i18n/use-translation.ts';
import { type DeviceKind, stepsOf } from './device-kinds.ts';
import styles from './devices-page.module.css';
import { ProfileCode } from './profile-code.tsx';
import { StepPicture } from './step-picture.tsx';
import type { DeviceSetUp } from './use-device-set-up.ts';

type Props = { kind: DeviceKind; email: string; hasContacts: boolean; setUp: DeviceSetUp };

/** The steps on the device, each with a picture. */
export function DeviceSteps({ kind, email, hasContacts, setUp }: Props) {
  const { t } = useTranslation();
  const { frame, steps } = stepsOf(kind, hasContacts);
  return (
    <ol className={styles.steps}>
      {kind === 'apple' && (
        <li data-whole>
          <ProfileCode setUp={setUp} />
        </li>
      )}
      {steps.map(({ words, scene }) => (
        <li key={words}>
          <p>{t(words, { email })}</p>
          <StepPicture frame={frame} scene={scene} />
        </li>
      ))}
    </ol>
  );
}
