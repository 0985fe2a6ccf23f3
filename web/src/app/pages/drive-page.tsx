import { useMemo } from 'react';
import { DriveScreen } from '../../features/drive/drive-screen.tsx';
import { DriveModelContext } from '../../parts/drive/use-drive.ts';
import { useSessionModel } from '../../parts/session/use-session-model.ts';
import { openDrive } from '../session/open-drive.ts';
import { useSession } from '../session/session-context.ts';

export function DrivePage() {
  const session = useSessionModel();
  const { api } = useSession();
  const drive = useMemo(() => openDrive(session, api), [session, api]);
  return (
    <DriveModelContext value={drive}>
      <DriveScreen />
    </DriveModelContext>
  );
}
