import { useTranslation } from '../../../i18n/use-translation.ts';
import { ListLine } from '../../../ui/rows/list-line.tsx';
import type { ContactsScreenState } from '../use-contacts-screen.ts';

/** Shown above the rows when all loaded ones are selected but the list has more: selects the rest, unloaded. */
export function WholeLine({ screen }: { screen: ContactsScreenState }) {
  const { t } = useTranslation();
  const { picked, view, whole } = screen;
  const { contacts, hasMore, total } = view;
  if (!hasMore || picked.length === 0 || picked.length < contacts.length) return null;
  if (whole) {
    return (
      <ListLine>
        <span>
          {total === null ? t('contacts.whole.picked') : t('contacts.whole.pickedAll', { count: total })}
        </span>
        <button type="button" onClick={screen.clearPicked}>
          {t('contacts.clearPicked')}
        </button>
      </ListLine>
    );
  }
  return (
    <ListLine>
      <span>{t('contacts.whole.loaded', { count: picked.length })}</span>
      <button type="button" onClick={screen.pickWhole}>
        {total === null ? t('contacts.whole.pickList') : t('contacts.whole.pick', { count: total })}
      </button>
    </ListLine>
  );
}
