import { TextInput } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';

/** Of which mailbox the account is; `onLeave` gets what was typed. */
export function EmailField({ onLeave }: { onLeave?: (email: string) => void }) {
  const { t } = useTranslation();
  return (
    <TextInput
      name="email"
      type="email"
      label={t('signIn.email')}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      size="md"
      required
      withAsterisk={false}
      autoFocus
      onBlur={({ currentTarget }) => onLeave?.(currentTarget.value)}
    />
  );
}
