import type { SignedIn } from '@bocau/contract/admin-sessions.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { AccountState } from '../../../parts/account/account-state.tsx';
import { Pages, useCursors } from '../../../parts/account/cursor-pages.tsx';
import { deviceWords } from '../../../parts/account/device-words.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useAttempt } from '../../../parts/notices/use-attempt.ts';
import { useQueries, useQuery } from '../../../parts/queries/use-query.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import { useKeptFocus } from '../../../ui/use-kept-focus.ts';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { SearchBox } from '../search-box.tsx';
import styles from './people.module.css';
import { SignedInLine } from './signed-in-line.tsx';
import { useTypedSearch } from './use-typed-search.ts';

/** The people signed in, of the domain or of all, and the way to end their sessions. */
export function SignedInPage({ domain }: { domain: string | null }) {
  const { t } = useTranslation();
  const cursors = useCursors();
  const title = useRef<HTMLHeadingElement>(null);
  const [revoking, setRevoking] = useState<SignedIn | null>(null);
  const { typed, setTyped, search } = useTypedSearch(cursors);
  usePageTitle(t('consolePages.sessions'));
  const signedIn = useSignedIn(search, cursors.cursor);
  const shown = signedIn.data?.data;
  const next = signedIn.data?.meta.next_cursor ?? null;
  const { busy, end } = useEndOf(useKeptFocus(shown, title));

  function ask(signedIn: SignedIn) {
    if (signedIn.kind === 'app_password') setRevoking(signedIn);
    else void end(signedIn);
  }

  function revoke(password: SignedIn) {
    setRevoking(null);
    requestAnimationFrame(() => title.current?.focus());
    void end(password);
  }

  const emptyWords = () => {
    if (next !== null || cursors.cursor !== null) return t('admin.signedIn.noneHere');
    return search === '' ? t('admin.signedIn.none') : t('admin.signedIn.noMatch', { text: search });
  };

  return (
    <div className={pageStyles.page}>
      <h1 ref={title} tabIndex={-1}>
        {t('consolePages.sessions')}
      </h1>
      <p className={pageStyles.about}>
        {domain === null ? t('admin.signedIn.aboutAll') : t('admin.signedIn.about', { domain })}
      </p>
      <section className={pageStyles.section} aria-label={t('consolePages.sessions')}>
        <div className={styles.tools}>
          <SearchBox
            words={t('admin.signedIn.search')}
            autoCapitalize="none"
            maxLength={320}
            typed={typed}
            onTyped={setTyped}
          />
        </div>
        {!shown && <AccountState query={signedIn} lines={6} />}
        {/* The retained rows are results of other words, and say nothing about these. */}
        {shown?.length === 0 && !signedIn.isPlaceholderData && (
          <p className={pageStyles.about} role="status">
            {emptyWords()}
          </p>
        )}
        {shown && shown.length > 0 && (
          <ul
            className={pageStyles.lines}
            aria-label={t('consolePages.sessions')}
            aria-busy={signedIn.isPlaceholderData}
          >
            {shown.map((each) => (
              <SignedInLine
                key={each.id}
                signedIn={each}
                disabled={busy}
                onEnd={domain !== null && each.person.provider ? null : () => ask(each)}
              />
            ))}
          </ul>
        )}
        <Pages cursors={cursors} next={next} waiting={signedIn.isPlaceholderData} />
      </section>
      {revoking && (
        <RevokeDialog
          password={revoking}
          onClose={() => setRevoking(null)}
          onRevoke={() => revoke(revoking)}
        />
      )}
    </div>
  );
}

/** One page of those whose names and addresses contain the search text. */
function useSignedIn(search: string, cursor: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: ['signed-in', search, cursor],
    queryFn: () => api.listSignedIn({ query: { ...(search && { search }), ...(cursor && { cursor }) } }),
    placeholderData: keepPreviousData,
  });
}

/** Ends a session; `onEnded` is called before the list is reloaded. */
function useEndOf(onEnded: () => void) {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  // The session had already ended; the reloaded list shows that.
  const { busy, run } = useAttempt((error) =>
    error.status === 404 ? null : t('security.failed', { reason: errorWords(t, error) }),
  );

  async function end({ id: session, person, kind, device, protocol, name }: SignedIn) {
    await run(async () => {
      await api.endSessionOf({ params: { id: person.id, session } });
      notify({
        text:
          kind === 'session'
            ? t('security.sessions.ended', { device: deviceWords(t, device, protocol) })
            : t('admin.signedIn.revoked', { name: name ?? '' }),
      });
    });
    onEnded();
    await Promise.all(
      ['signed-in', 'sessions-of', 'audit-log'].map((kind) =>
        queries.invalidateQueries({ queryKey: [kind] }),
      ),
    );
  }

  return { busy, end };
}

type RevokeProps = { password: SignedIn; onClose(): void; onRevoke(): void };

/** Asks before an app password is revoked: its program would have to be set up again by hand. */
function RevokeDialog({ password, onClose, onRevoke }: RevokeProps) {
  const { t } = useTranslation();
  return (
    <ChoiceDialog
      title={t('protection.app.revokeTitle', { name: password.name ?? '' })}
      safe={t('common.actions.cancel')}
      other={{ label: t('admin.signedIn.revoke'), tone: 'danger' }}
      onSafe={onClose}
      onOther={onRevoke}
    >
      {t('admin.signedIn.revokeAbout', { email: password.person.email })}
    </ChoiceDialog>
  );
}
