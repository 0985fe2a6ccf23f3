import type { User } from '@bocau/contract/account.ts';
import {
  IconBuildingCog,
  IconDeviceDesktop,
  IconHelpCircle,
  IconLogout,
  IconMailForward,
  IconMoon,
  IconSettings,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { LANGUAGE_NAMES, LANGUAGES } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { HelpLink } from '../../parts/help/help-link.tsx';
import { useSettingsModel } from '../../parts/settings/use-settings.ts';
import { Link } from '../../router/router.tsx';
import { AnchoredMenu } from '../../ui/anchored-menu.tsx';
import { APPEARANCES } from '../../ui/appearance.ts';
import { useAppearance } from '../../ui/appearance-context.tsx';
import { Menu } from '../../ui/layers/menu.tsx';
import type { Opened } from '../../ui/use-opener.ts';
import { askToOpenMailLinks, canOpenMailLinks } from '../browser/mail-links.ts';
import { useSignOut } from '../session/use-sign-out.ts';
import styles from './header.module.css';

const APPEARANCE_ICONS = { light: IconSun, dark: IconMoon, system: IconDeviceDesktop } as const;

export function AccountMenu({ user, name, ...opened }: Opened & { user: User; name: string }) {
  const { t } = useTranslation();
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
      {(user.type === 'Owner' || user.provider) && (
        <Menu.Item
          component="a"
          href="/admin"
          target="_blank"
          rel="noopener"
          leftSection={<IconBuildingCog size={18} />}
        >
          {t('shell.administration')}
        </Menu.Item>
      )}
      <Menu.Item component={Link} to="/setting/general" leftSection={<IconSettings size={18} />}>
        {t('shell.settings')}
      </Menu.Item>
      <Menu.Item component={HelpLink} leftSection={<IconHelpCircle size={18} />}>
        {t('shell.help')}
      </Menu.Item>
      {user.enable_smtp === 1 && canOpenMailLinks() && (
        <Menu.Item leftSection={<IconMailForward size={18} />} onClick={askToOpenMailLinks}>
          {t('shell.mailLinks')}
        </Menu.Item>
      )}
      <Menu.Divider />
      <AppearanceChoice />
      <Menu.Divider />
      <LanguageChoice />
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={18} />} onClick={() => void signOut()}>
        {t('common.actions.signOut')}
      </Menu.Item>
    </AnchoredMenu>
  );
}

function AppearanceChoice() {
  const { t } = useTranslation();
  const { appearance } = useAppearance();
  const { change } = useSettingsModel();
  return (
    <>
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
    </>
  );
}

function LanguageChoice() {
  const { t, language } = useTranslation();
  const { change } = useSettingsModel();
  return (
    <>
      <Menu.Label>{t('signIn.language')}</Menu.Label>
      {LANGUAGES.map((each) => (
        <Menu.RadioItem
          key={each}
          value={each}
          lang={each}
          checked={each === language}
          onChange={() => change({ language: each })}
        >
          {LANGUAGE_NAMES[each]}
        </Menu.RadioItem>
      ))}
    </>
  );
}
