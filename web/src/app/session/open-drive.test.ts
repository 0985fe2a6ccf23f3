// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { createFakeDrive } from '../../model/drive/test-kit/fake-drive.ts';
import type { MailModel, ModelEvent } from '../../model/mail/mail-model.ts';
import { createSocketFrames } from '../../model/session/socket-frames.ts';
import { openDrive } from './open-drive.ts';
import type { Session } from './session.ts';

test('what the socket says of the drive is fetched, until the mailbox is closed', async () => {
  const server = createFakeDrive([]);
  const asked = vi.spyOn(server.api, 'getDriveChanges');
  const frames = createSocketFrames();
  let close: () => void = () => undefined;
  const mail = {
    user: () => ({ email: 'an@saomai.example' }),
    connection: () => ({ state: 'online' }),
    subscribe: () => () => undefined,
    onEvent(listener: (event: ModelEvent) => void) {
      close = () => listener({ kind: 'closed' });
    },
  } as unknown as MailModel;
  const drive = openDrive(mail, { api: server.api, frames } as unknown as Session);
  drive.hold({ kind: 'folder', id: null }, { by: 'name', descending: false });
  await vi.waitFor(() => expect(drive.usage()).not.toBeNull());
  asked.mockClear();
  frames.publish({ event: 'drive_changed', data: { seq: 1 } });
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
  close();
  frames.publish({ event: 'drive_changed', data: { seq: 2 } });
  expect(asked).toHaveBeenCalledOnce();
});
