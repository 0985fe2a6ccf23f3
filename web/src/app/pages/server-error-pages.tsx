import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { everySecond } from '../../lib/timers.ts';
import { useNavigate } from '../../router/router.tsx';
import { ErrorNotice } from '../layouts/error-notice.tsx';

const SECONDS_SHOWN = 60;

export function ServerErrorPage() {
  return <GoesBack words="pages.serverError" />;
}

export function BadGatewayPage() {
  return <GoesBack words="pages.badGateway" />;
}

function GoesBack({ words }: { words: 'pages.serverError' | 'pages.badGateway' }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [seconds, setSeconds] = useState(SECONDS_SHOWN);
  useEffect(() => everySecond(() => setSeconds((left) => Math.max(0, left - 1))), []);
  useEffect(() => {
    if (seconds === 0) void navigate('/', { replace: true });
  }, [seconds, navigate]);
  return (
    <ErrorNotice title={t(words)} text={`${t('pages.safe')} ${t('pages.goingBack', { count: seconds })}`}>
      <Button onClick={() => void navigate('/', { replace: true })}>{t('pages.now')}</Button>
    </ErrorNotice>
  );
}
