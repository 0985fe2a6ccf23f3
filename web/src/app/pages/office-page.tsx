import { useState } from 'react';
import { NoticeArea } from '../../features/notices/notice-area.tsx';
import { EditorScreen } from '../../features/office/editor-screen.tsx';
import { watchApi } from '../../model/session/watch-api.ts';
import { ApiContext } from '../../parts/mailbox/use-api.ts';
import { useApplySettings } from '../../parts/settings/use-settings.ts';
import { useNavigate, useParams } from '../../router/router.tsx';
import { useSession } from '../boot/session-context.ts';
import { useSessionEnd } from '../boot/use-session-end.ts';

/** A document in the editor has the whole page: mail is in another tab, or one step back. */
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
      <EditorScreen key={id} id={id} />
      <NoticeArea />
    </ApiContext>
  );
}
