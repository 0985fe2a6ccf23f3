import { MOST_MERGES_PER_DAY } from '@bocau/contract/admin-domains.ts';
import { MERGE_LIMITS } from '@bocau/contract/merge-limits.ts';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { OneFieldForm } from '../../../parts/account/one-field-form.tsx';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQueries } from '../../../parts/queries/use-query.ts';
import people from '../people/people.module.css';

type Props = { name: string; perDay: number | null; onChanged(): Promise<unknown> };

/** MM-12: how many people one mailbox of the domain may write to by mail merges within a day. */
export function DomainMerges({ name, perDay, onChanged }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const { busy, run } = useAccountAttempt();
  const field = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);

  async function set(merges_per_day: number | null): Promise<boolean> {
    const done = await run(async () => {
      await api.changeDomain({ params: { domain: name }, body: { merges_per_day } });
      notify({ text: t('people.saved', { name }) });
      await Promise.all([onChanged(), queries.invalidateQueries({ queryKey: ['audit-log'] })]);
      return true;
    });
    return done === true;
  }

  async function setTyped(typed: string): Promise<boolean> {
    const figure = typed.replace(/[\s.,]/g, '');
    if (/^\d{1,6}$/.test(figure) && Number(figure) <= MOST_MERGES_PER_DAY) return set(Number(figure));
    setFault(t('admin.merges.wrong', { most: MOST_MERGES_PER_DAY }));
    return false;
  }

  async function clear(): Promise<void> {
    await set(null);
    field.current?.focus();
  }

  return (
    <section className={people.part} aria-labelledby="domain-merges">
      <h3 id="domain-merges">{t('admin.merges.title')}</h3>
      <p>{t('admin.merges.about')}</p>
      <p>
        {perDay === null
          ? t('admin.merges.unset', { count: MERGE_LIMITS.perDay })
          : perDay === 0
            ? t('admin.merges.none')
            : t('admin.merges.now', { count: perDay })}
      </p>
      <OneFieldForm
        ref={field}
        label={t('admin.merges.label')}
        placeholder={String(MERGE_LIMITS.perDay)}
        maxLength={8}
        button={t('admin.merges.set')}
        busy={busy}
        fault={fault}
        onFault={setFault}
        onTyped={setTyped}
      />
      {perDay !== null && (
        <div className={people.acts}>
          <Button variant="default" disabled={busy} onClick={() => void clear()}>
            {t('admin.merges.clear')}
          </Button>
        </div>
      )}
    </section>
  );
}
