import type { Person } from '@bocau/contract/people.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';

type Props = { person: Person; what: string; onClose(): void; onGiveBack(): void };

/** Confirms restoring what was suspended for a person; mail that was held meanwhile is then sent. */
export function GiveBackDialog({ person, what, onClose, onGiveBack }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const { id, fullname: name, suspended } = person;
  // A fresh count: more may have been held since the page was opened.
  const held = useQuery({
    queryKey: ['held-messages', id],
    queryFn: async () => (await api.showAnyPerson({ params: { id } })).data.held_messages,
    enabled: suspended.includes('sending'),
    gcTime: 0,
    staleTime: 0,
  });
  const isKnown = held.data !== undefined || !suspended.includes('sending');
  return (
    <ChoiceDialog
      title={t('people.access.restoreTitle', { name })}
      safe={t('common.actions.cancel')}
      other={{ label: t('people.access.restore'), disabled: !isKnown }}
      onSafe={onClose}
      onOther={onGiveBack}
    >
      <p>{t('people.access.restoreText', { what })}</p>
      {!isKnown && <AccountState query={held} lines={1} />}
      {held.data !== undefined && (
        <p>
          {held.data === 0
            ? t('people.access.restoreHeldNone')
            : t('people.access.restoreHeld', { count: held.data })}
        </p>
      )}
    </ChoiceDialog>
  );
}
