import type { SignedIn } from '@bocau/contract/admin-sessions.ts';
import { Button } from '@mantine/core';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { shortMoment } from '../../../lib/dates.ts';
import { now } from '../../../lib/timers.ts';
import pageStyles from '../../../parts/account/account-page.module.css';
import { deviceWords } from '../../../parts/account/device-words.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import { Link } from '../../../router/router.tsx';
import { personPage } from '../detail/console-addresses.ts';

/** `onEnd`: null where the user may not end it. */
type Props = { signedIn: SignedIn; disabled: boolean; onEnd: (() => void) | null };

/** The person, the program and method, from where and since when. */
export function SignedInLine({ signedIn, disabled, onEnd }: Props) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const { person, kind, method, protocol, device, name, address, created_at, last_used_at } = signedIn;
  const moment = (at: number) => shortMoment(at, now(), zone);
  const isPassword = kind === 'app_password';
  const what = isPassword ? (name ?? '') : deviceWords(t, device, protocol);
  const how =
    method === 'password_and_code' ? t('admin.signedIn.passwordAndCode') : t(`security.methods.${method}`);
  const begun = t(isPassword ? 'admin.signedIn.made' : 'admin.signedIn.since', { at: moment(created_at) });
  const used =
    last_used_at === null
      ? t('admin.signedIn.unused')
      : t('security.sessions.lastUsed', { at: moment(last_used_at) });
  return (
    <li className={pageStyles.line}>
      <span className={pageStyles.what}>
        <span className={pageStyles.name}>{person.fullname}</span>
        <span className={pageStyles.detail}>
          <Link to={personPage(person.email)} className={pageStyles.inWords}>
            {person.email}
          </Link>
        </span>
        <span className={pageStyles.detail}>{[what, how].join(' · ')}</span>
        <span className={pageStyles.detail}>{[address, begun, used].filter(Boolean).join(' · ')}</span>
      </span>
      {signedIn.current && <span className={pageStyles.current}>{t('security.sessions.current')}</span>}
      {!signedIn.current && onEnd && (
        <Button
          variant="default"
          size="xs"
          disabled={disabled}
          aria-label={t(isPassword ? 'admin.signedIn.revokeWhose' : 'admin.signedIn.endWhose', {
            what,
            email: person.email,
          })}
          onClick={onEnd}
        >
          {t(isPassword ? 'admin.signedIn.revoke' : 'security.sessions.end')}
        </Button>
      )}
    </li>
  );
}
