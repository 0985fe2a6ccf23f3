import { ApiError } from '@bocau/contract/client.ts';
import type { InvalidField } from '@bocau/contract/errors.ts';
import type { Country, PhoneMethod, PhoneVerification } from '@bocau/contract/phone.ts';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { errorWords, retryWords } from '../../i18n/error-words.ts';
import type { Say } from '../../i18n/say.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import styles from './verify-page.module.css';

type Props = {
  state: PhoneVerification;
  countries: readonly Country[];
  /** Why the previous number could not be used. */
  fault: string | null;
  /** The user asked for this form, so its field gets the focus. */
  focused: boolean;
  onSent(verification: PhoneVerification): void;
  /** Goes back to the verified or pending number; null where there is neither. */
  onKeep: (() => void) | null;
};

/** AC-6, AC-8: asks for the number and the method of sending the code, and shows what verification costs. */
export function PhoneNumberForm({ state, countries, fault: before, focused, onSent, onKeep }: Props) {
  const { t, language } = useTranslation();
  const api = useApi();
  const field = useRef<HTMLInputElement>(null);
  const [country, setCountry] = useState(countries[0]?.country ?? '');
  const [phone, setPhone] = useState('');
  const [fault, setFault] = useState(before);
  const [busy, setBusy] = useState<PhoneMethod | null>(null);
  const callingCode = countries.find((each) => each.country === country)?.calling_code;
  const [usual, ...others] = state.methods;

  useEffect(() => {
    if (focused) field.current?.focus();
  }, [focused]);

  async function send(method: PhoneMethod) {
    if (busy) return;
    if (phone.trim() === '') return refuse(t('phone.fault.missing'));
    setBusy(method);
    try {
      onSent((await api.startVerification({ body: { phone, country, method } })).data);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setBusy(null);
      if (error.code !== 'proof_required') refuse(numberFault(t, error));
    }
  }

  function refuse(words: string) {
    setFault(words);
    field.current?.focus();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (usual) void send(usual);
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {countries.length > 1 && (
        <NativeSelect
          className={styles.field}
          label={t('phone.country')}
          value={country}
          data={countries.map((each) => ({
            value: each.country,
            label: `${nameOf(each.country, language)} (+${each.calling_code})`,
          }))}
          onChange={({ currentTarget }) => setCountry(currentTarget.value)}
        />
      )}
      <TextInput
        ref={field}
        className={styles.field}
        label={t('phone.number')}
        type="tel"
        autoComplete="tel"
        size="md"
        leftSection={<span aria-hidden>+{callingCode}</span>}
        leftSectionWidth={60}
        value={phone}
        error={fault}
        onChange={({ currentTarget }) => {
          setPhone(currentTarget.value);
          setFault(null);
        }}
      />
      {state.fee > 0 && <p className={styles.fee}>{t('phone.fee', { fee: money(state.fee, language) })}</p>}
      <div className={styles.acts}>
        {usual && (
          <Button type="submit" loading={busy === usual}>
            {t(`phone.send.${usual}`)}
          </Button>
        )}
        {others.map((method) => (
          <Button key={method} variant="default" loading={busy === method} onClick={() => void send(method)}>
            {t(`phone.send.${method}`)}
          </Button>
        ))}
        {onKeep && (
          <Button variant="subtle" color="gray" onClick={onKeep}>
            {t('common.actions.cancel')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Why no code was sent. */
export function numberFault(t: Say, error: ApiError): string {
  if (error.code === 'too_many_requests') {
    return `${t('phone.fault.limit')} ${retryWords(t, error.retryAfter)}`;
  }
  const [field] = (error.details?.fields ?? []) as InvalidField[];
  if (error.code !== 'invalid_input' || field?.field !== 'phone') return errorWords(t, error);
  return t(field.rule === 'not_an_option' ? 'phone.fault.country' : 'phone.fault.number');
}

function nameOf(country: string, language: string): string {
  return new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country;
}

/** In Vietnamese and English alike the currency sign follows the amount. */
function money(amount: number, language: string): string {
  return `${new Intl.NumberFormat(language).format(amount)}\u00a0₫`;
}
