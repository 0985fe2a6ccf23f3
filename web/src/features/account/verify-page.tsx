import type { Country, PhoneVerification } from '@bocau/contract/phone.ts';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from '../../parts/account/account-page.module.css';
import { AccountState } from '../../parts/account/account-state.tsx';
import { useAccountAttempt } from '../../parts/account/use-account-attempt.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQueries, useQuery } from '../../parts/queries/use-query.ts';
import { ChoiceDialog } from '../../ui/layers/choice-dialog.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { PhoneCodeForm } from './phone-code-form.tsx';
import { PhoneNumberForm } from './phone-number-form.tsx';
import { readablePhone } from './readable-phone.ts';
import verify from './verify-page.module.css';

/** A gateway may take ten seconds to accept the code; until then the page polls. */
const LOOK_AGAIN_MS = 1500;

type Asking = { kind: 'number'; fault: string | null } | { kind: 'remove' };

/** RT-9: the account is verified by a phone number, which a code proves. */
export function VerifyPage() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const heading = useRef<HTMLHeadingElement>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const { busy, run } = useAccountAttempt();
  const countries = useQuery({
    queryKey: ['countries'],
    queryFn: async () => (await api.listCountries({})).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const state = useQuery({
    queryKey: ['verification'],
    queryFn: async () => (await api.getVerification({})).data,
    refetchInterval: ({ state: { data } }) => (data?.pending?.state === 'queued' ? LOOK_AGAIN_MS : false),
  });
  usePageTitle(t('phone.title'));

  function show(verification: PhoneVerification, next: Asking | null = null) {
    queries.setQueryData(['verification'], verification);
    setAsking(next);
  }

  function done(verification: PhoneVerification) {
    show(verification);
    const number = readablePhone(verification.phone ?? '', countries.data ?? []);
    notify({ text: t('phone.done', { number }) });
    void queries.invalidateQueries({ queryKey: ['profile'] });
    heading.current?.focus();
  }

  const remove = () =>
    run(async () => {
      await api.removePhone({});
      notify({ text: t('phone.removed') });
      setAsking(null);
      heading.current?.focus();
      await queries.invalidateQueries();
    });

  return (
    <div className={styles.page}>
      <h1 ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        {t('phone.title')}
      </h1>
      <p className={styles.about}>{t('phone.about')}</p>
      {state.data && countries.data ? (
        <Steps
          {...{ state: state.data, countries: countries.data, asking, busy, show, done }}
          onAsk={setAsking}
        />
      ) : (
        <AccountState query={state.isError || state.data === undefined ? state : countries} lines={2} />
      )}
      {asking?.kind === 'remove' && state.data?.phone && (
        <ChoiceDialog
          title={t('phone.removeTitle', { number: readablePhone(state.data.phone, countries.data ?? []) })}
          safe={t('common.actions.cancel')}
          other={{ label: t('phone.remove') }}
          onSafe={() => setAsking(null)}
          onOther={() => {
            setAsking(null);
            void remove();
          }}
        >
          {t('phone.removeAbout')}
        </ChoiceDialog>
      )}
    </div>
  );
}

type StepsProps = {
  state: PhoneVerification;
  countries: readonly Country[];
  asking: Asking | null;
  busy: boolean;
  show(verification: PhoneVerification, next?: Asking | null): void;
  done(verification: PhoneVerification): void;
  onAsk(asking: Asking | null): void;
};

/** The step to show: the number, the code, or the verified number. */
function Steps({ state, countries, asking, busy, show, done, onAsk }: StepsProps) {
  const { t } = useTranslation();
  const { phone, methods, pending } = state;
  const asksNumber = asking?.kind === 'number' || (phone === null && pending === null);
  if (methods.length > 0 && asksNumber) {
    return (
      <PhoneNumberForm
        state={state}
        countries={countries}
        fault={asking?.kind === 'number' ? asking.fault : null}
        focused={asking?.kind === 'number'}
        onSent={(next) => show(next)}
        onKeep={phone === null && pending === null ? null : () => onAsk(null)}
      />
    );
  }
  if (pending !== null) {
    return (
      <PhoneCodeForm
        pending={pending}
        methods={methods}
        number={readablePhone(pending.phone, countries)}
        onSent={(next) => show(next)}
        onVerified={done}
        onOther={(fault) => onAsk({ kind: 'number', fault })}
      />
    );
  }
  if (phone === null) return <p role="status">{t('phone.unavailable')}</p>;
  return (
    <div className={verify.verified}>
      <span className={verify.number}>
        {readablePhone(phone, countries)}
        <span className={verify.sign}>{t('phone.verified')}</span>
      </span>
      {methods.length > 0 && (
        <Button variant="default" onClick={() => onAsk({ kind: 'number', fault: null })}>
          {t('phone.change')}
        </Button>
      )}
      <Button variant="default" loading={busy} onClick={() => onAsk({ kind: 'remove' })}>
        {t('phone.remove')}
      </Button>
    </div>
  );
}
