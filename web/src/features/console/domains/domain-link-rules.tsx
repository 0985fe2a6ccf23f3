import { LONGEST_LINK_DAYS } from '@bocau/contract/link-rules.ts';
import { Button, Switch, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQueries } from '../../../parts/queries/use-query.ts';
import { figureOf } from '../figure-of.ts';
import people from '../people/people.module.css';

type Props = { name: string; on: boolean; days: number | null; onChanged(): Promise<unknown> };

/** The organisation's rules for links that share its files with people outside. */
export function DomainLinkRules({ name, on, days, onChanged }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const { busy, run } = useAccountAttempt();
  const field = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState(on);
  const [typed, setTyped] = useState(String(days ?? ''));
  const [tried, setTried] = useState(false);
  const figure = figureOf(typed, LONGEST_LINK_DAYS);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (figure === undefined) return field.current?.focus();
    await run(async () => {
      const body = { outside_links: wanted, outside_link_days: figure };
      await api.changeDomain({ params: { domain: name }, body });
      notify({ text: t('people.saved', { name }) });
      await Promise.all([
        onChanged(),
        queries.invalidateQueries({ queryKey: ['domain-links', name] }),
        queries.invalidateQueries({ queryKey: ['audit-log'] }),
      ]);
    });
  }

  return (
    <section className={people.part} aria-labelledby="domain-link-rules">
      <h3 id="domain-link-rules">{t('admin.links.rules.title')}</h3>
      <p>{t('admin.links.rules.about')}</p>
      <form className={people.part} onSubmit={(event) => void submit(event)} noValidate>
        <Switch
          label={t('admin.links.rules.allow')}
          description={t('admin.links.rules.allowHint')}
          checked={wanted}
          onChange={({ currentTarget }) => setWanted(currentTarget.checked)}
        />
        <TextInput
          ref={field}
          label={t('admin.links.rules.days')}
          description={t('admin.links.rules.daysHint')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={typed}
          error={tried && figure === undefined && t('admin.links.rules.wrong', { most: LONGEST_LINK_DAYS })}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <div className={people.acts}>
          <Button type="submit" variant="default" loading={busy}>
            {t('admin.links.rules.save')}
          </Button>
        </div>
      </form>
    </section>
  );
}
