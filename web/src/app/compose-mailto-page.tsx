import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useWithCompose } from '../features/compose/windows/compose-door.ts';
import { openMailto } from '../features/compose/windows/open-mailto.ts';

/** RT-6: what a mail link leads to; the letter opens over the inbox. */
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
