import type { TimeProposal } from '@bocau/contract/calendar.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { asApiError } from '../../model/engine/retry.ts';
import { useApi } from '../mailbox/use-api.ts';
import { notify } from '../notices/notify.ts';

type Props = { id: string; proposal: TimeProposal; onSettled(): void };

/** CL-238: takes back the time that one has proposed for an event. */
export function WithdrawProposal({ id, proposal: { original }, onSettled }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const [busy, setBusy] = useState(false);

  async function withdraw(): Promise<void> {
    setBusy(true);
    try {
      await api.withdrawProposal({ params: { id }, body: { original } });
      notify({ text: t('invitation.proposal.withdrawn') });
    } catch (error) {
      const why = errorWords(t, asApiError(error));
      notify({ text: `${t('invitation.proposal.withdrawFailed')} ${why}`, tone: 'danger', seconds: 8 });
    } finally {
      setBusy(false);
      onSettled();
    }
  }

  return (
    <Button variant="subtle" size="compact-md" disabled={busy} onClick={() => void withdraw()}>
      {t('invitation.proposal.withdraw')}
    </Button>
  );
}
