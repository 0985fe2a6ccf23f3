import type { ShownPerson } from '@bocau/contract/admin-people.ts';
import type { Person } from '@bocau/contract/people.ts';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';

type Props = {
  person: Person;
  what: string;
  onClose(): void;
  /** `cancels`: what is planned is cancelled first. */
  onGiveBack(cancels: boolean): void;
};

/**
 * Confirms restoring what was suspended for a person; mail that was held meanwhile is then sent. What somebody else who
 * was in the account has planned would leave later.
 */
export function GiveBackDialog({ person, what, onClose, onGiveBack }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const { id, fullname: name, suspended } = person;
  // A fresh count: more may have been held since the page was opened.
  const waiting = useQuery({
    queryKey: ['held-messages', id],
    queryFn: async () => (await api.showAnyPerson({ params: { id } })).data,
    enabled: suspended.includes('sending'),
    gcTime: 0,
    staleTime: 0,
  });
  const [cancels, setCancels] = useState(false);
  const isKnown = waiting.data !== undefined || !suspended.includes('sending');
  return (
    <ChoiceDialog
      title={t('people.access.restoreTitle', { name })}
      safe={t('common.actions.cancel')}
      other={{ label: t('people.access.restore'), disabled: !isKnown }}
      onSafe={onClose}
      onOther={() => onGiveBack(cancels)}
    >
      <p>{t('people.access.restoreText', { what })}</p>
      {!isKnown && <AccountState query={waiting} lines={1} />}
      {waiting.data !== undefined && <Waiting {...waiting.data} {...{ cancels }} onCancels={setCancels} />}
    </ChoiceDialog>
  );
}

type WaitingProps = Pick<ShownPerson, 'held_messages' | 'planned_messages'> & {
  cancels: boolean;
  onCancels(cancels: boolean): void;
};

/** The mail that leaves, now and later. */
function Waiting({ held_messages: held, planned_messages: planned, cancels, onCancels }: WaitingProps) {
  const { t } = useTranslation();
  return (
    <>
      <p>
        {held === 0 ? t('people.access.restoreHeldNone') : t('people.access.restoreHeld', { count: held })}
      </p>
      {planned > 0 && (
        <>
          <p>{t('people.access.restorePlanned', { count: planned })}</p>
          <Checkbox
            mt={12}
            label={t('people.access.cancelPlanned')}
            checked={cancels}
            onChange={({ currentTarget }) => onCancels(currentTarget.checked)}
          />
        </>
      )}
    </>
  );
}
