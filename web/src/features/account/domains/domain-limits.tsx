import type { BrakeLimits } from '@bocau/contract/admin-brakes.ts';
import { LARGEST_QUOTA_MB } from '@bocau/contract/people.ts';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useQueries } from '../../../parts/queries/use-query.ts';
import { figureOf } from '../figure-of.ts';
import people from '../people/people.module.css';
import { useTry } from '../use-try.ts';

const MOST_RECIPIENTS = 1_000_000;
const FIGURES = { storage: LARGEST_QUOTA_MB, per_hour: MOST_RECIPIENTS, per_day: MOST_RECIPIENTS } as const;
type Figure = keyof typeof FIGURES;
const NAMES = Object.keys(FIGURES) as Figure[];

type Props = {
  name: string;
  storage: number | null;
  brake: BrakeLimits;
  onChanged(): Promise<unknown>;
};

/** How much room its people get together, and from when on they are held automatically; only a provider changes it. */
export function DomainLimits({ name, storage, brake, onChanged }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const { busy, run } = useTry();
  const fields = useRef<Partial<Record<Figure, HTMLInputElement | null>>>({});
  const given: Record<Figure, number | null> = {
    storage,
    per_hour: brake.per_hour,
    per_day: brake.per_day,
  };
  const [typed, setTyped] = useState({
    storage: String(storage ?? ''),
    per_hour: String(brake.per_hour ?? ''),
    per_day: String(brake.per_day ?? ''),
  });
  const [tried, setTried] = useState(false);
  const figures = {
    storage: figureOf(typed.storage, FIGURES.storage),
    per_hour: figureOf(typed.per_hour, FIGURES.per_hour),
    per_day: figureOf(typed.per_day, FIGURES.per_day),
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    const wrong = NAMES.find((each) => figures[each] === undefined);
    if (wrong) return fields.current[wrong]?.focus();
    const { storage, ...recipients } = figures;
    const changed = Object.entries(recipients).filter(([each, figure]) => figure !== given[each as Figure]);
    await run(async () => {
      if (storage !== given.storage) await api.changeDomain({ params: { domain: name }, body: { storage } });
      if (changed.length > 0)
        await api.changeBrakeLimits({ body: { domain: name, ...Object.fromEntries(changed) } });
      notify({ text: t('people.saved', { name }) });
      await Promise.all([
        onChanged(),
        queries.invalidateQueries({ queryKey: ['domains'] }),
        queries.invalidateQueries({ queryKey: ['audit-log'] }),
      ]);
    });
  }

  return (
    <section className={people.part} aria-labelledby="domain-limits">
      <h3 id="domain-limits">{t('admin.limits.title')}</h3>
      <p>{t('admin.limits.about')}</p>
      <form className={people.part} onSubmit={(event) => void submit(event)} noValidate>
        {NAMES.map((each) => (
          <TextInput
            key={each}
            ref={(field) => {
              fields.current[each] = field;
            }}
            label={t(`admin.limits.${each}`)}
            placeholder={t(each === 'storage' ? 'admin.limits.unlimited' : 'admin.audit.usual')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            value={typed[each]}
            error={tried && figures[each] === undefined && t('admin.limits.wrong', { most: FIGURES[each] })}
            onChange={({ currentTarget }) => setTyped({ ...typed, [each]: currentTarget.value })}
          />
        ))}
        <div className={people.acts}>
          <Button type="submit" variant="default" loading={busy}>
            {t('people.form.save')}
          </Button>
        </div>
      </form>
    </section>
  );
}
