import { Button } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PasswordFields } from '../session/password-fields.tsx';
import { EmailField } from './email-field.tsx';
import { LanguageChoice } from './language-choice.tsx';
import styles from './sign-in-page.module.css';
import { SignInProblem } from './sign-in-problem.tsx';
import { usePasskeyAutofill } from './use-passkey-autofill.ts';
import type { SignIn } from './use-sign-in.ts';

type Props = {
  signIn: SignIn;
  /** The address from the link's query. */
  email: string;
  onForgot(): void;
};

/** The card with address and password, and the other ways to sign in below it. */
export function SignInForm({ signIn, email, onForgot }: Props) {
  const { t } = useTranslation();
  const { busy, refusal, signOn, submitPassword, enterByPasskey } = signIn;
  usePasskeyAutofill((answer) => void enterByPasskey(answer));
  return (
    <form className={styles.card} onSubmit={submitPassword}>
      <img src="/icon.svg" alt="" width={48} height={48} />
      <h1>{t('common.product')}</h1>
      <p className={styles.lead}>{t('signIn.lead')}</p>
      {refusal.problem !== null && <SignInProblem text={refusal.problem} isFault={refusal.isFault} />}
      {refusal.problem === null && signOn.notice}
      <EmailField passkeys given={email} onLeave={(left) => void signOn.look(left)} />
      <PasswordFields needsCode={false} />
      <Button type="submit" size="md" fullWidth disabled={busy}>
        {busy ? t('signIn.checking') : t('signIn.submit')}
      </Button>
      {signOn.button}
      {/* `disabled` would lose the focus to the page. */}
      <Button
        variant="default"
        size="md"
        fullWidth
        aria-disabled={busy}
        onClick={() => void enterByPasskey()}
      >
        {t('signIn.passkey')}
      </Button>
      <Button variant="subtle" onClick={onForgot}>
        {t('signIn.forgot')}
      </Button>
      <Button component="a" href="/help/lost-password" target="_blank" variant="subtle">
        {t('shell.help')}
      </Button>
      <LanguageChoice />
    </form>
  );
}
