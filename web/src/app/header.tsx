import { ActionIcon, Avatar, Menu, UnstyledButton } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconLogout,
  IconMenu2,
  IconMoon,
  IconSettings,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ScreenTitle } from '../features/folders/screen-title.tsx';
import { useMailbox } from '../features/mailbox-context/use-mailbox.ts';
import { SearchBar } from '../features/search/search-bar.tsx';
import { useChangeSettings } from '../features/settings/use-settings.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../i18n/i18n.ts';
import { APPEARANCES } from '../ui/appearance.ts';
import { useAppearance } from '../ui/appearance-context.tsx';
import styles from './header.module.css';
import { useSignOut } from './use-sign-out.ts';

const APPEARANCE_ICONS = { light: IconSun, dark: IconMoon, system: IconDeviceDesktop } as const;

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
      <SearchBar narrow={narrow} />
      <AccountMenu />
    </header>
  );
}

function AccountMenu() {
  const { t, i18n } = useTranslation();
  const { appearance } = useAppearance();
  const change = useChangeSettings();
  const signOut = useSignOut();
  const user = useMailbox((model) => model.user());
  if (!user) return null;
  const name = user.fullname || (user.email.split('@')[0] as string);

  return (
    <Menu position="bottom-end" width={264} withinPortal>
      <Menu.Target>
        <UnstyledButton className={styles.avatar} aria-label={t('shell.accountMenu', { name })}>
          <Avatar radius="xl" size={34} color="accent" variant="filled">
            {initials(name)}
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={styles.who}>
          <strong>{name}</strong>
          <span>{user.email}</span>
        </div>
        <Menu.Divider />
        <Menu.Item
          component="a"
          href="/account/home"
          target="_blank"
          rel="noopener"
          leftSection={<IconUserCircle size={18} />}
        >
          {t('shell.account')}
        </Menu.Item>
        <Menu.Item component={Link} to="/setting/general" leftSection={<IconSettings size={18} />}>
          {t('shell.settings')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('shell.theme.title')}</Menu.Label>
        {APPEARANCES.map((each) => {
          const Icon = APPEARANCE_ICONS[each];
          return (
            <Menu.RadioItem
              key={each}
              value={each}
              checked={appearance === each}
              rightSection={<Icon size={18} />}
              onChange={() => change({ appearance: each })}
            >
              {t(`shell.theme.${each}`)}
            </Menu.RadioItem>
          );
        })}
        <Menu.Divider />
        <Menu.Label>{t('signIn.language')}</Menu.Label>
        {LANGUAGES.map((language) => (
          <Menu.RadioItem
            key={language}
            value={language}
            lang={language}
            checked={i18n.language === language}
            onChange={() => change({ language })}
          >
            {LANGUAGE_NAMES[language]}
          </Menu.RadioItem>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} />} onClick={() => void signOut()}>
          {t('common.actions.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Of a Vietnamese name the given name comes last, and is what people are called by. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const last = words.at(-1) ?? '';
  return ((words.length > 1 ? (words[0]?.[0] ?? '') : '') + (last[0] ?? '')).toUpperCase();
}
