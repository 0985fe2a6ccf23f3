import { PasswordInput, TextInput } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';

/** The password, and the code if the account requires one. */
export function PasswordFields({ needsCode }: { needsCode: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <PasswordInput
        name="password"
        label={t('signIn.password')}
        autoComplete="current-password"
        size="md"
        required
        withAsterisk={false}
        visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }}
      />
      {needsCode && (
        <TextInput
          name="code"
          label={t('signIn.code')}
          description={t('signIn.codeHint')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          required
          withAsterisk={false}
          autoFocus
        />
      )}
    </>
  );
}
