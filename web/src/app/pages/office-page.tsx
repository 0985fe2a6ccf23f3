import { useState } from 'react';
import { NoticeArea } from '../../features/notices/notice-area.tsx';
import { EditorScreen } from '../../features/office/editor-screen.tsx';
import { watchApi } from '../../model/session/watch-api.ts';
import { ApiContext, useApi } from '../../parts/mailbox/use-api.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { useApplySettings } from '../../parts/settings/use-settings.ts';
import { useNavigate, useParams } from '../../router/router.tsx';
import { useIsNarrowScreen } from '../../ui/use-is-narrow-screen.ts';
import { ServicesOf } from '../layouts/service-switch.tsx';
import { useSession } from '../session/session-context.ts';
import { useSessionEnd } from '../session/use-session-end.ts';
import styles from './office-page.module.css';

/**
 * A document in the editor takes the whole page except the rail of services, and on a narrow screen that too.
 */
export function OfficePage() {
  const session = useSession();
  const navigate = useNavigate();
  const sessionEnded = useSessionEnd();
  const { id = '' } = useParams();
  useApplySettings();
  const [api] = useState(() =>
    watchApi(session.api, {
      sessionEnded,
      forbidden: ({ code }) => void navigate(`/403?${code}`),
    }),
  );
  return (
    <ApiContext value={api}>
      <div className={styles.page}>
        <Services />
        <EditorScreen key={id} id={id} />
      </div>
      <NoticeArea />
    </ApiContext>
  );
}

function Services() {
  const api = useApi();
  const narrow = useIsNarrowScreen();
  const user = useQuery({ queryKey: ['user'], queryFn: async () => (await api.getUserInfo({})).data });
  return <ServicesOf user={user.data ?? null} narrow={narrow} />;
}
