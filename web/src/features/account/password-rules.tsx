import { PASSWORD_LACKS, passwordFaults } from '@bocau/contract/password-rules.ts';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import form from './password-page.module.css';
import { useStrength } from './use-strength.ts';

type Props = { password: string; person: { email: string; fullname: string } | undefined };

/** PW-1: the rules, with a tick for those that are met, and how hard the password is to guess. */
export function PasswordRules({ password, person }: Props) {
  const { t } = useTranslation();
  const strength = useStrength(password, person);
  const lacks = passwordFaults(password);
  return (
    <>
      <ul className={form.rules}>
        {PASSWORD_LACKS.map((lack) => {
          const met = password !== '' && !lacks.includes(lack) && !lacks.includes('too_long');
          return (
            <li key={lack} data-met={met}>
              {met ? <IconCircleCheck size={16} aria-hidden /> : <IconCircle size={16} aria-hidden />}
              {t(`protection.password.rules.${lack}`)}
              <span className="visually-hidden">
                {t(met ? 'protection.password.met' : 'protection.password.unmet')}
              </span>
            </li>
          );
        })}
      </ul>
      <p className={form.strength} data-strength={strength} role="status">
        {strength !== null &&
          t('protection.password.strength', { words: t(`protection.password.strengths.${strength}`) })}
      </p>
    </>
  );
}
