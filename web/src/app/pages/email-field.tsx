import { TextInput } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';

type Props = {
  /** Gets what was typed. */
  onLeave?: (email: string) => void;
  /** The browser offers them among addresses. */
  passkeys?: boolean;
  /** What stands there to begin with. */
  given?: string;
};

/** Of which mailbox the account is. */
export function EmailField({ onLeave, passkeys = false, given = '' }: Props) {
  const { t } = useTranslation();
  return (
    <TextInput
      name="email"
      type="email"
      defaultValue={given}
      label={t('signIn.email')}
      autoComplete={passkeys ? 'username webauthn' : 'username'}
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
