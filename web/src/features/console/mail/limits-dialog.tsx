import { type BrakeLimits, MOST_RECIPIENTS } from '@bocau/contract/admin-brakes.ts';
import { Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQueries, useQuery } from '../../../parts/queries/use-query.ts';
import { FormButtons } from '../../../ui/layers/form-buttons.tsx';
import { Modal } from '../../../ui/layers/modal.tsx';
import { figureOf } from '../figure-of.ts';
import styles from './mail.module.css';

const FIGURES = ['per_hour', 'per_day'] as const;

type FormProps = { sender: string; given: BrakeLimits; onDone(): void };

/** The sending rates from which a sender is held automatically. */
export function LimitsDialog({ sender, onClose }: { sender: string; onClose(): void }) {
  const { t } = useTranslation();
  const api = useApi();
  const limits = useQuery({
    queryKey: ['brake-limits', sender],
    queryFn: async () => (await api.showBrakeLimits({ query: { sender } })).data,
    // Another administrator may have changed it since: each form begins with a fresh answer.
    gcTime: 0,
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('adminMail.limits.title', { name: sender })}
      size={460}
      centered
      closeButtonProps={{ 'aria-label': t('common.actions.close') }}
    >
      {limits.data ? (
        <LimitsForm sender={sender} given={limits.data} onDone={onClose} />
      ) : (
        <AccountState query={limits} lines={3} />
      )}
    </Modal>
  );
}

/** Sends only what was changed, compared with the values the form began with, whatever is loaded later. */
function LimitsForm({ sender, given, onDone }: FormProps) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const { busy, run } = useAccountAttempt();
  const fields = useRef<Partial<Record<(typeof FIGURES)[number], HTMLInputElement | null>>>({});
  const [limits] = useState(given);
  const [on, setOn] = useState(limits.on);
  const [typed, setTyped] = useState({
    per_hour: String(limits.per_hour ?? ''),
    per_day: String(limits.per_day ?? ''),
  });
  const [tried, setTried] = useState(false);
  const figures = {
    per_hour: figureOf(typed.per_hour, MOST_RECIPIENTS),
    per_day: figureOf(typed.per_day, MOST_RECIPIENTS),
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    const { per_hour, per_day } = on ? figures : limits;
    if (per_hour === undefined) return fields.current.per_hour?.focus();
    if (per_day === undefined) return fields.current.per_day?.focus();
    const body = {
      sender,
      ...(on !== limits.on && { on }),
      ...(per_hour !== limits.per_hour && { per_hour }),
      ...(per_day !== limits.per_day && { per_day }),
    };
    const saved = await run(async () => (await api.changeBrakeLimits({ body })).data);
    if (!saved) return;
    void queries.invalidateQueries({ queryKey: ['audit-log'] });
    notify({ text: t('people.saved', { name: sender }) });
    onDone();
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <Checkbox
        data-autofocus
        label={t('adminMail.limits.on')}
        description={t('adminMail.limits.onAbout')}
        checked={on}
        onChange={({ currentTarget }) => setOn(currentTarget.checked)}
      />
      {FIGURES.map((name) => (
        <TextInput
          key={name}
          ref={(field) => {
            fields.current[name] = field;
          }}
          label={t(`adminMail.limits.${name}`)}
          placeholder={t('adminMail.limits.usual')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={7}
          disabled={!on}
          value={typed[name]}
          error={on && tried && figures[name] === undefined && t('adminMail.limits.wrong')}
          onChange={({ currentTarget }) => setTyped({ ...typed, [name]: currentTarget.value })}
        />
      ))}
      <p className={styles.limits}>{t('adminMail.limits.about')}</p>
      <FormButtons submit={t('people.form.save')} busy={busy} onCancel={onDone} />
    </form>
  );
}
