import { ApiError } from '@bocau/contract/client.ts';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { changeLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from '../i18n/i18n.ts';
import { useSession } from './session-context.ts';
import styles from './sign-in-page.module.css';

export function SignInPage() {
  const { t, i18n } = useTranslation();
  const session = useSession();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [search] = useSearchParams();
  const [needsCode, setNeedsCode] = useState(false);
  const [chosen, setChosen] = useState<Language | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(search.has('ended') ? t('signIn.ended') : null);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const code = form.get('code');
    setBusy(true);
    setProblem(null);
    try {
      await session.signIn({
        email: String(form.get('email')).trim(),
        password: String(form.get('password')),
        ...(code ? { code: String(code) } : {}),
      });
      // Nothing is left of the mailbox that was open before.
      queries.clear();
      if (chosen) await saveLanguage(chosen);
      await navigate(returnAddress(search.get('to')), { replace: true });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'code_required') setNeedsCode(true);
      else setProblem(wordsFor(error));
    } finally {
      setBusy(false);
    }
  }

  /** Who chooses a language here wants it in the mailbox too; without an answer it can be chosen again there. */
  async function saveLanguage(value: Language) {
    await session.api.saveSettings({ body: [{ key: 'language', value }] }).catch(() => undefined);
  }

  function wordsFor(error: unknown): string {
    if (!(error instanceof ApiError)) return t('signIn.failed');
    if (error.code === 'no_answer') return t('signIn.noAnswer');
    if (error.code === 'too_many_requests') return t('signIn.tooMany', { seconds: error.retryAfter ?? 60 });
    if (error.code === 'code_incorrect') return t('signIn.codeWrong');
    return error.status >= 500 ? t('signIn.failed') : t('signIn.wrong');
  }

  return (
    <main className={styles.page}>
      <form className={styles.card} onSubmit={submit}>
        <img src="/icon.svg" alt="" width={48} height={48} />
        <h1>{t('common.product')}</h1>
        <p className={styles.lead}>{t('signIn.lead')}</p>
        {problem !== null && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
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
        />
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
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            size="md"
            required
            withAsterisk={false}
            autoFocus
          />
        )}
        <Button type="submit" size="md" fullWidth disabled={busy}>
          {busy ? t('signIn.checking') : t('signIn.submit')}
        </Button>
        <nav className={styles.languages} aria-label={t('signIn.language')}>
          {LANGUAGES.map((language) => (
            <button
              key={language}
              type="button"
              lang={language}
              aria-pressed={i18n.language === language}
              onClick={() => {
                setChosen(language);
                void changeLanguage(language);
              }}
            >
              {LANGUAGE_NAMES[language]}
            </button>
          ))}
        </nav>
      </form>
    </main>
  );
}

/** Back to the address first asked for; only within this site. */
function returnAddress(to: string | null): string {
  return to?.startsWith('/') && !to.startsWith('//') ? to : '/folder/INBOX';
}
