import { MOST_MERGES_PER_DAY } from '@bocau/contract/admin-domains.ts';
import { MERGE_LIMITS } from '@bocau/contract/merge-limits.ts';
import { useState } from 'react';
import type { Say } from '../../../i18n/say.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { DomainField } from './domain-field.tsx';
import { useChangeDomain } from './use-change-domain.ts';

type Props = { name: string; perDay: number | null; onChanged(): Promise<unknown> };

/** MM-12: how many people one mailbox of the domain may write to by mail merges within a day. */
export function DomainMerges({ name, perDay, onChanged }: Props) {
  const { t } = useTranslation();
  const { busy, change } = useChangeDomain(name, onChanged);
  const [fault, setFault] = useState<string | null>(null);

  async function setTyped(typed: string): Promise<boolean> {
    const figure = typed.replace(/[\s.,]/g, '');
    if (/^\d{1,6}$/.test(figure) && Number(figure) <= MOST_MERGES_PER_DAY)
      return change({ merges_per_day: Number(figure) });
    setFault(t('admin.merges.wrong', { most: MOST_MERGES_PER_DAY }));
    return false;
  }

  return (
    <DomainField
      id="domain-merges"
      title={t('admin.merges.title')}
      about={t('admin.merges.about')}
      now={perDayWords(t, perDay)}
      label={t('admin.merges.label')}
      placeholder={String(MERGE_LIMITS.perDay)}
      maxLength={8}
      button={t('admin.merges.set')}
      clear={perDay === null ? null : t('admin.merges.clear')}
      busy={busy}
      fault={fault}
      onFault={setFault}
      onTyped={setTyped}
      onClear={() => change({ merges_per_day: null })}
    />
  );
}

function perDayWords(t: Say, perDay: number | null): string {
  if (perDay === null) return t('admin.merges.unset', { count: MERGE_LIMITS.perDay });
  return perDay === 0 ? t('admin.merges.none') : t('admin.merges.now', { count: perDay });
}
