import { type BrakeLimits, MOST_RECIPIENTS } from '@bocau/contract/admin-brakes.ts';
import { MOST_SEATS } from '@bocau/contract/admin-domains.ts';
import { LARGEST_QUOTA_MB } from '@bocau/contract/people.ts';
import { Button, TextInput } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { useAccountAttempt } from '../../../parts/account/use-account-attempt.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQueries } from '../../../parts/queries/use-query.ts';
import { figureOf } from '../figure-of.ts';
import people from '../people/people.module.css';

const MOST = {
  storage: LARGEST_QUOTA_MB,
  seats: MOST_SEATS,
  per_hour: MOST_RECIPIENTS,
  per_day: MOST_RECIPIENTS,
} as const;
type Figure = keyof typeof MOST;
/** Empty means unlimited. */
const UNLIMITED: readonly Figure[] = ['storage', 'seats'];
type Figures = Partial<Record<Figure, number | null>>;

type Props = {
  name: string;
  storage: number | null;
  seats: number | null;
  brake: UseQueryResult<BrakeLimits>;
  onChanged(): Promise<unknown>;
};

/**
 * Total storage of the domain's people, their number, and the sending rates from which they are held
 * automatically; only a provider changes these.
 */
export function DomainLimits({ name, storage, seats, brake, onChanged }: Props) {
  const { t } = useTranslation();
  const api = useApi();

  async function changeStorage(body: Figures) {
    await api.changeDomain({ params: { domain: name }, body });
    await onChanged();
  }

  return (
    <section className={people.part} aria-labelledby="domain-limits">
      <h3 id="domain-limits">{t('admin.limits.title')}</h3>
      <p>{t('admin.limits.about')}</p>
      <FiguresForm
        name={name}
        begun={{ storage, seats }}
        button={t('admin.limits.saveStorage')}
        onTyped={changeStorage}
      />
      {brake.data ? (
        <FiguresForm
          name={name}
          begun={{ per_hour: brake.data.per_hour, per_day: brake.data.per_day }}
          button={t('admin.limits.saveBrake')}
          onTyped={(figures) => api.changeBrakeLimits({ body: { domain: name, ...figures } })}
        />
      ) : (
        <AccountState query={brake} lines={3} />
      )}
    </section>
  );
}

type FormProps = {
  name: string;
  begun: Figures;
  button: string;
  onTyped(changed: Figures): Promise<unknown>;
};

/**
 * Sends only what was changed, compared with the values the form began with, whatever is loaded later. One
 * form is one call.
 */
function FiguresForm({ name, begun, button, onTyped }: FormProps) {
  const { t } = useTranslation();
  const queries = useQueries();
  const { busy, run } = useAccountAttempt();
  const fields = useRef<Partial<Record<Figure, HTMLInputElement | null>>>({});
  const [given, setGiven] = useState(begun);
  const [typed, setTyped] = useState<Partial<Record<Figure, string>>>({});
  const [tried, setTried] = useState(false);
  const names = Object.keys(given) as Figure[];
  const textOf = (each: Figure) => typed[each] ?? String(given[each] ?? '');
  const typedFigure = (each: Figure) => figureOf(textOf(each), MOST[each]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    const changed: Figures = {};
    for (const each of names) {
      const figure = typedFigure(each);
      if (figure === undefined) return fields.current[each]?.focus();
      if (figure !== given[each]) changed[each] = figure;
    }
    await run(async () => {
      if (Object.keys(changed).length > 0) await onTyped(changed);
      setGiven({ ...given, ...changed });
      notify({ text: t('people.saved', { name }) });
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['domains'] }),
        queries.invalidateQueries({ queryKey: ['audit-log'] }),
      ]);
    });
  }

  return (
    <form className={people.part} onSubmit={(event) => void submit(event)} noValidate>
      {names.map((each) => (
        <TextInput
          key={each}
          ref={(field) => {
            fields.current[each] = field;
          }}
          label={t(`admin.limits.${each}`)}
          placeholder={t(UNLIMITED.includes(each) ? 'admin.limits.unlimited' : 'admin.audit.usual')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          value={textOf(each)}
          error={tried && typedFigure(each) === undefined && t('admin.limits.wrong', { most: MOST[each] })}
          onChange={({ currentTarget }) => setTyped({ ...typed, [each]: currentTarget.value })}
        />
      ))}
      <div className={people.acts}>
        <Button type="submit" variant="default" loading={busy}>
          {button}
        </Button>
      </div>
    </form>
  );
}
