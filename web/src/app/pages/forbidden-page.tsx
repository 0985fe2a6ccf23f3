import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { useLocation, useNavigate } from '../../router/router.tsx';
import { ErrorNotice } from '../layouts/error-notice.tsx';
import { useSession } from '../session/session-context.ts';
import { useSignOut } from '../session/use-sign-out.ts';

/** Pages where the user must do something first, by the error code of the refusal. */
const FIRST: Record<string, string> = {
  '?password_change_required': '/protect/password?first',
  '?two_step_required': '/protect/authentication',
};

/** AU-4: explains what is forbidden; the address contains the error code. */
export function ForbiddenPage() {
  const first = FIRST[useLocation().search];
  return first === undefined ? <Forbidden /> : <Leading to={first} />;
}

function Leading({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { replace: true }), [navigate, to]);
  return null;
}

function Forbidden() {
  const { t } = useTranslation();
  const session = useSession();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { data: user } = useQuery({
    queryKey: ['user'],
    queryFn: async () => (await session.api.getUserInfo({})).data,
    enabled: session.isKnown(),
  });

  function text(): string {
    if (!user) return t('errors.forbidden');
    if (user.type !== 'Owner') return t('pages.forbidden.member', { owner: user.owner });
    const domains = user.domains.filter((domain) => domain.active).map((domain) => domain.domain);
    return domains.length === 0
      ? t('pages.forbidden.noDomains', { email: user.email })
      : t('pages.forbidden.owner', { email: user.email, domains: domains.join(', ') });
  }

  return (
    <ErrorNotice title={t('pages.forbidden.title')} text={text()}>
      <Button variant="default" onClick={() => void navigate('/folder/INBOX')}>
        {t('pages.notFound.home')}
      </Button>
      <Button onClick={() => void signOut()}>{t('common.actions.signOut')}</Button>
    </ErrorNotice>
  );
}
