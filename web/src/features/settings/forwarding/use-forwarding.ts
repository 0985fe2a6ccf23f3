import { ApiError } from '@bocau/contract/client.ts';
import { useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import type { Forward } from './forwards.ts';

type Chosen = { on?: boolean; id?: string };

/** Whether mail is forwarded, and to which verified address: the user's choices until they are saved. */
export function useForwarding(verified: readonly Forward[], onChanged: () => Promise<void>) {
  const { t } = useTranslation();
  const api = useApi();
  // Only the user's own choices, so that changes made on another device still show.
  const [chosen, setChosen] = useState<Chosen>({});
  const [fault, setFault] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const active = verified.find((forward) => forward.active) ?? null;
  const isOn = chosen.on ?? active !== null;
  const selected = verified.find(({ id }) => id === chosen.id) ?? active ?? verified[0] ?? null;
  const isUnsaved = isOn !== (active !== null) || (isOn && selected?.id !== active?.id);

  function choose(change: Chosen) {
    setChosen((before) => ({ ...before, ...change }));
    setFault(null);
  }

  async function save() {
    if (!isUnsaved || saving) return;
    const changed = isOn ? selected : active;
    if (!changed) return setFault(t('forwarding.choose'));
    setSaving(true);
    setFault(null);
    try {
      await api.updateRule({ params: { id: changed.id }, body: { is_enable: isOn } });
      await onChanged();
      setChosen({});
      notify({ text: t('forwarding.saved') });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(t('forwarding.saveFailed', { reason: errorWords(t, error) }));
    } finally {
      setSaving(false);
    }
  }

  return { isOn, selected, isUnsaved, fault, saving, choose, save };
}
