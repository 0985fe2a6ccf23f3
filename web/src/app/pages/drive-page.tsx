import { useMemo } from 'react';
import { DriveScreen } from '../../features/drive/drive-screen.tsx';
import { DriveModelContext } from '../../parts/drive/use-drive.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { openDrive } from '../session/open-drive.ts';
import { useSession } from '../session/session-context.ts';

export function DrivePage() {
  const mail = useMailModel();
  const session = useSession();
  const drive = useMemo(() => openDrive(mail, session), [mail, session]);
  return (
    <DriveModelContext value={drive}>
      <DriveScreen />
    </DriveModelContext>
  );
}
