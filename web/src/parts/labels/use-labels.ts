import type { Label } from '@bocau/contract/labels.ts';
import { WAITING } from '@bocau/contract/waiting-list.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { ListRef } from '../../model/mail/mail-model.ts';
import { useMailbox } from '../mailbox/use-mailbox.ts';

const NONE: readonly Label[] = [];

/** The name of the label whose list it is; empty for other lists. */
export function useLabelName(list: ListRef | undefined): string {
  const { t } = useTranslation();
  const id = list?.kind === 'label' ? list.id : null;
  const name = useMailbox((model) => model.labels().find((label) => label.id === id)?.name ?? '');
  return id === WAITING ? t('folders.waiting') : name;
}

/** The labels with these ids, in the order of the sidebar. */
export function useLabelsOf(ids: readonly string[] | undefined): readonly Label[] {
  const isLabelled = ids !== undefined && ids.length > 0;
  // A row without labels is not drawn again when the counts of labels change.
  const all = useMailbox((model) => (isLabelled ? model.labels() : NONE));
  return isLabelled ? all.filter(({ id }) => ids.includes(id)) : NONE;
}
