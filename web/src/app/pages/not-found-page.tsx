import { Button } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Link } from '../../router/router.tsx';
import { ErrorNotice } from '../layouts/error-notice.tsx';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <ErrorNotice title={t('pages.notFound.title')} text={t('pages.notFound.text')}>
      <Button component={Link} to="/folder/INBOX">
        {t('pages.notFound.home')}
      </Button>
    </ErrorNotice>
  );
}
