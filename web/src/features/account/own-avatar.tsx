import type { User } from '@bocau/contract/account.ts';
import { ApiError } from '@bocau/contract/client.ts';
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { OwnPicture } from '../../parts/avatars/own-picture.tsx';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQueries } from '../../parts/queries/use-query.ts';
import styles from './own-avatar.module.css';

const MOST_BYTES = 2 * 1024 * 1024;
const PROBLEMS = {
  'is no png or jpg': 'type',
  'is smaller than 100 × 100': 'small',
  'has too many pixels': 'large',
} as const;

/** AC-4: the picture that people of the same domain see, and the way to change it. */
export function OwnAvatar({ user }: { user: User }) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function run(act: () => Promise<unknown>, done: string) {
    setBusy(true);
    setProblem(null);
    try {
      await act();
      await queries.invalidateQueries({ queryKey: ['user'] });
      notify({ text: done });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(wordsOf(error));
    } finally {
      setBusy(false);
      choose.current?.focus();
    }
  }

  function wordsOf(error: ApiError): string {
    const said = error.details['problem'] as keyof typeof PROBLEMS;
    if (error.code === 'too_large') return t('avatar.problems.heavy');
    if (error.code !== 'file_not_allowed') return t('avatar.failed', { reason: errorWords(t, error) });
    return t(`avatar.problems.${PROBLEMS[said] ?? 'unreadable'}`);
  }

  function upload(file: File | undefined) {
    if (!file) return;
    if (file.size > MOST_BYTES) return setProblem(t('avatar.problems.heavy'));
    const form = new FormData();
    form.append('file', file, file.name);
    void run(() => api.setAvatar({ form }), t('avatar.saved'));
  }

  return (
    <div className={styles.own}>
      <OwnPicture user={user} large />
      <div className={styles.acts}>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg"
          hidden
          aria-label={t('avatar.choose')}
          onChange={({ currentTarget }) => {
            upload(currentTarget.files?.[0]);
            // So that the same file can be chosen again.
            currentTarget.value = '';
          }}
        />
        <Button
          ref={choose}
          variant="default"
          size="xs"
          loading={busy}
          onClick={() => input.current?.click()}
        >
          {t(user.avatar ? 'avatar.change' : 'avatar.choose')}
        </Button>
        {user.avatar && (
          <Button
            variant="default"
            size="xs"
            disabled={busy}
            onClick={() => void run(() => api.removeAvatar({}), t('avatar.removed'))}
          >
            {t('avatar.remove')}
          </Button>
        )}
        <p className={styles.hint}>{t('avatar.hint')}</p>
        {problem !== null && (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
    </div>
  );
}
