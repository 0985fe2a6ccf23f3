import { expect, test, vi } from 'vitest';
import { createFakeDrive } from '../../model/drive/test-kit/fake-drive.ts';
import { createManualClock } from '../../model/engine/test-kit/manual-clock.ts';
import { createFakeServer } from '../../model/mail/test-kit/fake-server.ts';
import { startModel } from '../../model/mail/test-kit/start-model.ts';
import { openDrive } from './open-drive.ts';

test('what the socket says of the drive is fetched, until the session is closed', async () => {
  const clock = createManualClock();
  const server = createFakeServer(clock);
  const { model } = await startModel(server, clock);
  const files = createFakeDrive([]);
  const asked = vi.spyOn(files.api, 'getDriveChanges');
  const drive = openDrive(model.session, files.api);
  expect(openDrive(model.session, files.api)).toBe(drive);
  drive.hold({ kind: 'folder', id: null }, { by: 'name', descending: false });
  await vi.waitFor(() => expect(drive.usage()).not.toBeNull());

  const tell = async (seq: number) => {
    asked.mockClear();
    server.send({ event: 'drive_changed', data: { seq } });
    await clock.advance(10);
  };
  await tell(1);
  expect(asked).toHaveBeenCalledOnce();

  asked.mockClear();
  server.dropSockets();
  await clock.advance(2000);
  expect(asked, 'changes that nobody told of meanwhile').toHaveBeenCalledWith({ query: { since: '0' } });

  model.close();
  await tell(2);
  expect(asked).not.toHaveBeenCalled();
});
