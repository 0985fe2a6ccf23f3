import { useTranslation } from '../../i18n/use-translation.ts';
import { actLines, ListKeysSheet } from '../../parts/keyboard/list-keys-sheet.tsx';
import { CONTACT_ACTS } from './contact-acts.ts';

/** The cheat sheet of the shortcuts. */
export function ContactsKeys({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  return (
    <ListKeysSheet
      words="contacts.sheet"
      onClose={onClose}
      acts={[
        { keys: ['c'], words: t('contacts.new') },
        ...actLines(CONTACT_ACTS, ({ id }) => t(`contacts.acts.${id}`)),
        { keys: ['Mod+Enter', 'Mod+s'], words: t('contacts.sheet.save') },
      ]}
    />
  );
}
