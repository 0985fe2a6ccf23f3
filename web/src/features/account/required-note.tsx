import type { TwoStepState } from '@bocau/contract/second-step.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/router.tsx';
import step from './two-step-page.module.css';

/** Why the user was led here, and the way back once it is set up. */
export function RequiredNote({ state: { required, enabled } }: { state: TwoStepState }) {
  const { t } = useTranslation();
  const [ledHere, setLedHere] = useState(false);
  // An owner, while on this page, may have required it of everybody including themselves.
  if (required && !enabled && !ledHere) setLedHere(true);
  if (!required) return null;
  if (!ledHere) return <p>{t('passkeys.keptOn')}</p>;
  return (
    <div className={step.note} role="status" style={{ marginBottom: 12 }}>
      <strong>{t('passkeys.required')}</strong>
      <p style={{ margin: '8px 0' }}>{t(enabled ? 'passkeys.requiredDone' : 'passkeys.requiredAbout')}</p>
      {enabled && (
        <Button component={Link} to="/">
          {t('passkeys.open')}
        </Button>
      )}
    </div>
  );
}
