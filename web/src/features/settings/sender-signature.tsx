import { ApiError } from '@bocau/contract/client.ts';
import type { SenderAccount } from '@bocau/contract/senders.ts';
import { Select } from '@mantine/core';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import styles from './sender-accounts.module.css';
import { MAIN } from './signature-edits.ts';

const AS_CHOSEN = 'as-chosen';

type Props = { sender: SenderAccount; onSaved(): Promise<unknown> };

/** The signature for messages from an address; saved as soon as it is chosen. */
export function SenderSignature({ sender, onSaved }: Props) {
  const { t } = useTranslation();
  const api = useApi();
  const { signature_name: mainName } = useSettings();
  const signatures = useQuery({
    queryKey: ['signatures'],
    queryFn: async () => (await api.listSignatures({})).data,
  });

  async function choose(choice: string) {
    try {
      await api.saveSender({
        body: { email: sender.email, signature: choice === AS_CHOSEN ? null : choice },
      });
      notify({ text: t('senderAccounts.signature.saved') });
      await onSaved();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const text = t('senderAccounts.failed', { reason: errorWords(t, error) });
      notify({ text, tone: 'danger', seconds: 8 });
    }
  }

  return (
    <Select
      className={styles.signature}
      aria-label={t('senderAccounts.signature.of', { email: sender.email })}
      allowDeselect={false}
      data={[
        { value: AS_CHOSEN, label: t('senderAccounts.signature.asChosen') },
        { value: MAIN, label: mainName || t('settingFields.signature.main') },
        ...(signatures.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        { value: 'none', label: t('settingFields.signature.none') },
      ]}
      value={sender.signature ?? AS_CHOSEN}
      onChange={(choice) => choice !== null && void choose(choice)}
    />
  );
}
