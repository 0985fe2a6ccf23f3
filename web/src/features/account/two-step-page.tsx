import type { TwoStepState } from '@bocau/contract/second-step.ts';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { fullMoment } from '../../lib/dates.ts';
import styles from '../../parts/account/account-page.module.css';
import { AccountState } from '../../parts/account/account-state.tsx';
import { useAccountAttempt } from '../../parts/account/use-account-attempt.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQueries, useQuery } from '../../parts/queries/use-query.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { AppPasswords } from './app-passwords.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { RequiredNote } from './required-note.tsx';
import { TwoStepDialogs, type TwoStepQuestion } from './two-step-dialogs.tsx';
import step from './two-step-page.module.css';

/** TF-1: the second factors asked for besides the password, and their substitutes. */
export function TwoStepPage() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const heading = useRef<HTMLHeadingElement>(null);
  const [open, setOpen] = useState<TwoStepQuestion | null>(null);
  const [makingApp, setMakingApp] = useState(false);
  const { busy, run } = useAccountAttempt();
  const state = useQuery({ queryKey: ['two-step'], queryFn: async () => (await api.getTwoStep({})).data });
  usePageTitle(t('protection.step.title'));

  /** The control that opened the dialog may be gone: the focus goes to the heading, not to the body. */
  function close() {
    setOpen(null);
    requestAnimationFrame(() => heading.current?.focus());
  }

  const changed = () => void queries.invalidateQueries();

  const begin = () => run(async () => setOpen({ kind: 'setup', setup: (await api.setUpTwoStep({})).data }));

  const makeCodes = () =>
    run(async () => {
      const { data } = await api.makeRecoveryCodes({});
      setOpen({ kind: 'codes', codes: data.recovery_codes, first: false });
      changed();
    });

  const forget = () =>
    run(async () => {
      await api.forgetTrustedDevices({});
      notify({ text: t('protection.trust.forgotten') });
      changed();
      heading.current?.focus();
    });

  return (
    <div className={styles.page}>
      <h1 ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        {t('protection.step.title')}
      </h1>
      <p className={styles.about}>{t('protection.step.about')}</p>
      {state.data ? (
        <>
          <RequiredNote state={state.data} />
          <StateLine state={state.data} busy={busy} onBegin={begin} onOff={() => setOpen({ kind: 'off' })} />
          {state.data.enabled && (
            <Spares state={state.data} onNew={() => setOpen({ kind: 'new-codes' })} onForget={forget} />
          )}
        </>
      ) : (
        <AccountState query={state} lines={1} />
      )}
      {state.data && (
        <PasskeysSection
          hasApp={state.data.methods.includes('totp')}
          onCodes={(codes) => setOpen({ kind: 'codes', codes, first: true })}
          onChanged={changed}
        />
      )}
      {/* Shown earlier, it would be pushed down by what loads above it. */}
      {(state.data ? state.data.enabled || !state.data.required : state.isError) && (
        <AppPasswords needed={state.data?.enabled === true} making={makingApp} onMaking={setMakingApp} />
      )}
      <TwoStepDialogs
        open={open}
        onOpen={setOpen}
        onClose={close}
        onChanged={changed}
        onMakeCodes={() => void makeCodes()}
        onMakeApp={() => setMakingApp(true)}
      />
    </div>
  );
}

type StateLineProps = { state: TwoStepState; busy: boolean; onBegin(): void; onOff(): void };

function StateLine({ state, busy, onBegin, onOff }: StateLineProps) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const { enabled, since, available, methods, required } = state;
  const hasApp = methods.includes('totp');
  const turnOn = enabled ? 'passkeys.addApp' : 'protection.step.turnOn';
  return (
    <div className={step.state}>
      <span>
        <span className={step.sign} data-on={enabled}>
          {enabled
            ? t('protection.step.on', { date: fullMoment(since ?? 0, zone) })
            : t('protection.step.off')}
        </span>
      </span>
      {available ? (
        <Button variant={enabled ? 'default' : 'filled'} loading={busy} onClick={onBegin}>
          {t(hasApp ? 'protection.step.replace' : turnOn)}
        </Button>
      ) : (
        <p className={styles.about}>{t('protection.step.unavailable')}</p>
      )}
      {hasApp && !required && (
        <Button variant="default" onClick={onOff}>
          {t('protection.step.turnOff')}
        </Button>
      )}
    </div>
  );
}

type SparesProps = { state: TwoStepState; onNew(): void; onForget(): void };

/** The substitutes for the second factor: recovery codes, and trusted browsers. */
function Spares({ state, onNew, onForget }: SparesProps) {
  const { t } = useTranslation();
  const { recovery_codes_left: codes, trusted_devices: devices } = state;
  return (
    <>
      <section className={styles.section} aria-labelledby="recovery">
        <div className={styles.heading}>
          <h2 id="recovery">{t('protection.recovery.title')}</h2>
          <Button variant="default" onClick={onNew}>
            {t('protection.recovery.make')}
          </Button>
        </div>
        <p className={styles.about}>
          {t('protection.recovery.about')} {t('protection.recovery.left', { count: codes })}
        </p>
      </section>
      <section className={styles.section} aria-labelledby="trust">
        <div className={styles.heading}>
          <h2 id="trust">{t('protection.trust.title')}</h2>
          {devices > 0 && (
            <Button variant="default" onClick={onForget}>
              {t('protection.trust.forget')}
            </Button>
          )}
        </div>
        <p className={styles.about}>
          {devices === 0 ? t('protection.trust.none') : t('protection.trust.some', { count: devices })}
        </p>
      </section>
    </>
  );
}
