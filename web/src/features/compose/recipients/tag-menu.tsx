import type { MailAddress } from '@bocau/contract/fields.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { copyText } from '../../../lib/copy-text.ts';
import type { ComposeRecipient, RecipientField } from '../../../model/compose/compose-model.ts';
import { textOfRecipient } from '../../../model/compose/recipient-text.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { AnchoredMenu } from '../../../ui/anchored-menu.tsx';
import { Menu } from '../../../ui/layers/menu.tsx';
import type { Opened } from '../../../ui/use-opener.ts';

type Props = Opened & {
  recipient: ComposeRecipient;
  otherFields: readonly RecipientField[];
  onRemove(): void;
  onChange(): void;
  onMove(to: RecipientField): void;
  /** RC-6: replaces the recipient with the colleague who was meant. */
  onMeant(person: MailAddress): void;
};

/** RC-10. */
export function TagMenu({ recipient, otherFields, onRemove, onChange, onMove, onMeant, ...opened }: Props) {
  const { t } = useTranslation();
  const { email } = recipient;
  return (
    <AnchoredMenu {...opened} position="bottom-start">
      <Menu.Label>{email}</Menu.Label>
      {recipient.nearest?.map((person) => (
        <Menu.Item key={person.email} onClick={() => onMeant(person)}>
          {t('compose.recipients.meant', { person: person.name, email: person.email })}
        </Menu.Item>
      ))}
      {recipient.nearest && recipient.nearest.length > 0 && <Menu.Divider />}
      <Menu.Item
        onClick={async () => {
          const copied = await copyText(email);
          notify({ text: t(copied ? 'compose.recipients.copied' : 'compose.recipients.copyFailed') });
        }}
      >
        {t('compose.recipients.copy')}
      </Menu.Item>
      <Menu.Item
        onClick={async () => {
          // Cutting must not lose anything: what could not be copied stays.
          if (await copyText(textOfRecipient(recipient))) onRemove();
          else notify({ text: t('compose.recipients.copyFailed') });
        }}
      >
        {t('compose.recipients.cut')}
      </Menu.Item>
      <Menu.Item onClick={onChange}>{t('compose.recipients.change')}</Menu.Item>
      {otherFields.map((field) => (
        <Menu.Item key={field} onClick={() => onMove(field)}>
          {t('compose.recipients.moveTo', { field: t(`compose.recipients.${field}`) })}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item onClick={onRemove}>
        {t('compose.recipients.remove', { person: recipient.name || email })}
      </Menu.Item>
    </AnchoredMenu>
  );
}
