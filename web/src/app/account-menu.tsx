import type { User } from '@bocau/contract/account.ts';
import { Menu } from '@mantine/core';
import {
  IconDeviceDesktop,
  IconLogout,
  IconMailForward,
  IconMoon,
  IconSettings,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useChangeSettings } from '../features/settings/use-settings.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../i18n/i18n.ts';
import { AnchoredMenu } from '../ui/anchored-menu.tsx';
import { APPEARANCES } from '../ui/appearance.ts';
import { useAppearance } from '../ui/appearance-context.tsx';
import type { Opened } from '../ui/use-opener.ts';
import styles from './header.module.css';
import { askToOpenMailLinks, canOpenMailLinks } from './mail-links.ts';
import { useSignOut } from './use-sign-out.ts';

const APPEARANCE_ICONS = { light: IconSun, dark: IconMoon, system: IconDeviceDesktop } as const;

export function AccountMenu({ user, name, ...opened }: Opened & { user: User; name: string }) {
  const { t, i18n } = useTranslation();
  const { appearance } = useAppearance();
  const change = useChangeSettings();
  const signOut = useSignOut();
  return (
    <AnchoredMenu {...opened} position="bottom-end" width={264}>
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
      {user.enable_smtp === 1 && canOpenMailLinks() && (
        <Menu.Item leftSection={<IconMailForward size={18} />} onClick={askToOpenMailLinks}>
          {t('shell.mailLinks')}
        </Menu.Item>
      )}
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
    </AnchoredMenu>
  );
}
