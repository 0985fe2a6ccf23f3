import { useTranslation } from '../../i18n/use-translation.ts';
import { ListLine } from '../../ui/rows/list-line.tsx';
import type { PickAll } from './use-pick-all.ts';

type Props = {
  pickAll: PickAll;
  /** How many rows are selected, and how many are loaded. */
  picked: number;
  loaded: number;
  hasMore: boolean;
  total: number | null;
  words: 'contacts.whole' | 'drive.whole' | 'invoices.whole';
};

/** Shown above the rows when all loaded ones are selected but the list has more: can select the rest. */
export function PickAllLine({ pickAll, picked, loaded, hasMore, total, words }: Props) {
  const { t } = useTranslation();
  const { most, isComing } = pickAll;
  if (picked === 0 || !hasMore || (picked < loaded && !isComing)) return null;
  if (isComing) {
    return (
      <ListLine>
        <span>{t(`${words}.coming`, { count: loaded, total: total ?? 0 })}</span>
        <button type="button" onClick={pickAll.stop}>
          {t('common.actions.cancel')}
        </button>
      </ListLine>
    );
  }
  return (
    <ListLine>
      <span>{t(`${words}.loaded`, { count: picked })}</span>
      {most === null ? (
        <span>{t(`${words}.more`)}</span>
      ) : (
        <button type="button" onClick={pickAll.whole}>
          {t(`${words}.pick`, { count: most })}
        </button>
      )}
    </ListLine>
  );
}
