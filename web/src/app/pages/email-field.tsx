import { TextInput } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';

type Props = {
  /** Called with the typed address on blur. */
  onLeave?: (email: string) => void;
  /** The browser offers passkeys together with addresses. */
  passkeys?: boolean;
  /** The initial value. */
  given?: string;
};

/** The address of the account. */
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
