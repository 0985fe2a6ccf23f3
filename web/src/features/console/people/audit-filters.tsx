import { ADMIN_ACTS, type AdminAct } from '@bocau/contract/administration.ts';
import { Button, Input, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { now } from '../../../lib/timers.ts';
import { DateField } from '../../../parts/dates/date-field.tsx';
import { dayOf, endOfDay, startOfDay } from '../../../parts/dates/local-days.ts';
import styles from '../mail/mail.module.css';

/** The query parameters of the call. */
export type AuditAsked = { actor?: string; to?: string; act?: AdminAct; since?: string; before?: string };

const NOTHING = { actor: '', to: '', act: '' as AdminAct | '', firstDay: '', lastDay: '' };
const DAYS = ['firstDay', 'lastDay'] as const;

/** Filters by who, whom, which action and when; applied on submit. */
export function AuditFilters({
  actName,
  onFilter,
}: {
  actName(act: AdminAct): string;
  onFilter(asked: AuditAsked): void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [form, setForm] = useState(NOTHING);
  /** Remounts the date field, which keeps an invalid date otherwise. */
  const [round, setRound] = useState(0);
  const set = (changed: Partial<typeof NOTHING>) => setForm({ ...form, ...changed });
  const today = dayOf(now() / 1000);
  const limits = {
    firstDay: { max: form.lastDay || today },
    lastDay: { ...(form.firstDay && { min: form.firstDay }), max: today },
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    const [actor, to] = [form.actor.trim(), form.to.trim()];
    const [since, until] = [startOfDay(form.firstDay), endOfDay(form.lastDay)];
    onFilter({
      ...(actor && { actor }),
      ...(to && { to }),
      ...(form.act && { act: form.act }),
      ...(since !== null && { since: String(since) }),
      ...(until !== null && { before: String(until + 1) }),
    });
  }

  return (
    <form className={styles.asking} aria-label={t('admin.audit.filters')} onSubmit={submit}>
      <div className={styles.fields}>
        <TextInput
          label={t('admin.audit.actor')}
          placeholder={t('admin.audit.actorHint')}
          autoComplete="off"
          autoCapitalize="none"
          maxLength={320}
          value={form.actor}
          onChange={({ currentTarget }) => set({ actor: currentTarget.value })}
        />
        <TextInput
          label={t('admin.audit.to')}
          placeholder={t('admin.audit.toHint')}
          autoComplete="off"
          autoCapitalize="none"
          maxLength={320}
          value={form.to}
          onChange={({ currentTarget }) => set({ to: currentTarget.value })}
        />
        <NativeSelect
          label={t('admin.audit.act')}
          data={[
            { value: '', label: t('admin.audit.anyAct') },
            ...ADMIN_ACTS.map((value) => ({ value, label: actName(value) })),
          ]}
          value={form.act}
          onChange={({ currentTarget }) => set({ act: currentTarget.value as AdminAct | '' })}
        />
      </div>
      <div className={styles.fields}>
        {DAYS.map((name) => (
          <div key={`${name} ${round}`}>
            <Input.Label htmlFor={`${id}-${name}`}>{t(`admin.audit.${name}`)}</Input.Label>
            <DateField
              id={`${id}-${name}`}
              {...limits[name]}
              value={form[name]}
              lean={{ to: 'back', from: today }}
              onChange={(day) => set({ [name]: day })}
            />
          </div>
        ))}
      </div>
      <div className={styles.acts}>
        <Button type="submit">{t('admin.audit.filter')}</Button>
        <Button
          variant="default"
          onClick={() => {
            setForm(NOTHING);
            setRound(round + 1);
            onFilter({});
          }}
        >
          {t('admin.audit.all')}
        </Button>
      </div>
    </form>
  );
}
