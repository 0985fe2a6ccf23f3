import { useEffect, useRef } from 'react';
import { openMailto } from '../../features/compose/windows/open-mailto.ts';
import { useWithCompose } from '../../parts/compose/lazy-compose.ts';
import { useLocation, useNavigate } from '../../router/router.tsx';

/** RT-6: the target of mailto: links; the message opens over the inbox. */
export function ComposeMailtoPage() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const withCompose = useWithCompose();
  const opened = useRef(false);

  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    withCompose((compose) => openMailto(compose, search));
    void navigate('/folder/INBOX', { replace: true });
  }, [search, navigate, withCompose]);

  return null;
}
