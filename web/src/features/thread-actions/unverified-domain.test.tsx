import { ApiError } from '@bocau/contract/client.ts';
import { act } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { errors } from '../../i18n/vi/errors.ts';
import type { ListRef } from '../../model/mail/mail-model.ts';
import { folderPage } from '../../model/mail/test-kit/start-model.ts';
import { actHistory } from '../../parts/acts/act-history.ts';
import type { ActId } from '../../parts/acts/thread-act.ts';
import { notices } from '../../parts/notices/notify.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { ActDialogs } from './act-dialogs.tsx';
import { ACTS } from './acts.ts';

beforeEach(async () => {
  await speak('vi');
  notices.set([]);
  actHistory.set([]);
});

test.each<[ActId, string]>([
  ['star', 'INBOX'],
  ['markRead', 'INBOX'],
  ['delete', 'INBOX'],
  ['archive', 'INBOX'],
  ['notSpam', 'Junk'],
  ['restore', 'Trash'],
])('DM-1 %s with an unverified domain is taken back and says why, and the list stays', async (id, path) => {
  const { model, server, clock } = await renderPart(<ActDialogs />);
  server.mailbox.receive({ folderId: path.toLowerCase(), oldFolderId: 'inbox' });
  model.holdList(folderPage(path));
  await act(() => clock.advance(10));
  const list: ListRef = { kind: 'folder', path };
  const before = structuredClone(model.list(folderPage(path)).threads);
  expect(before).toHaveLength(1);
  server.refusal = new ApiError(403, 'domain_unverified', 'unverified');
  act(() => ACTS.find((each) => each.id === id)?.perform({ model, list, threads: before, whole: null }));
  await act(() => clock.advance(1_100));
  expect(notices.get().map(({ text }) => text)).toEqual([errors.domain_unverified]);
  server.refusal = null;
  await act(() => clock.advance(200));
  expect(model.list(folderPage(path)).threads).toEqual(before);
});
