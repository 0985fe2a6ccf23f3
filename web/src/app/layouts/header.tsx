import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { Suspense } from 'react';
import { ScreenTitle } from '../../features/folders/screen-title.tsx';
import { SearchBar } from '../../features/search/search-bar.tsx';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { OwnPicture } from '../../parts/avatars/own-picture.tsx';
import { FaultBoundary } from '../../parts/faults/fault-boundary.tsx';
import { useSessionState } from '../../parts/session/use-session-model.ts';
import { Link, useLocation } from '../../router/router.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useOpener } from '../../ui/use-opener.ts';
import { displayName } from './display-name.ts';
import styles from './header.module.css';
import { serviceAt } from './services.ts';

const AccountMenu = lazyPart(async () => {
  const [{ AccountMenu: Part }] = await Promise.all([import('./account-menu.tsx'), loadLaterWords()]);
  return Part;
});

export function Header({ narrow, onMenu }: { narrow: boolean; onMenu(): void }) {
  const { t } = useTranslation();
  return (
    <header className={`${styles.header} not-printed`}>
      <ActionIcon variant="subtle" color="gray" size={40} onClick={onMenu} aria-label={t('shell.menu')}>
        <IconMenu2 size={20} />
      </ActionIcon>
      {narrow ? (
        <ScreenTitle />
      ) : (
        <Link to="/" className={styles.logo} aria-label={t('shell.home')}>
          <img src="/icon.svg" alt="" width={28} height={28} />
          <span>{t('common.product')}</span>
        </Link>
      )}
      <FaultBoundary where="search">
        <HeaderSearch narrow={narrow} />
      </FaultBoundary>
      <AccountButton />
    </header>
  );
}

/** Searches the current service; on a narrow screen, the field of others than mail is in their lists. */
function HeaderSearch({ narrow }: { narrow: boolean }) {
  const { pathname } = useLocation();
  const Search = serviceAt(pathname)?.Search;
  if (!Search) return <SearchBar narrow={narrow} />;
  return (
    !narrow && (
      <div className={styles.search}>
        <Suspense fallback={null}>
          <Search />
        </Suspense>
      </div>
    )
  );
}

function AccountButton() {
  const { t } = useTranslation();
  const { button, opened } = useOpener('menu', AccountMenu);
  const user = useSessionState((session) => session.user());
  if (!user) return null;
  const name = displayName(user);

  return (
    <>
      <UnstyledButton {...button} className={styles.avatar} aria-label={t('shell.accountMenu', { name })}>
        <OwnPicture user={user} />
      </UnstyledButton>
      <Suspense>{opened && <AccountMenu {...opened} user={user} name={name} />}</Suspense>
    </>
  );
}
