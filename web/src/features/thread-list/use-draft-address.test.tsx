import { screen, waitFor } from '@testing-library/react';
import { useEffect, useMemo } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ComposeModel } from '../../model/compose/compose-model.ts';
import { placeOfAddress } from '../../parts/addresses/list-address.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { useLocation, useNavigate } from '../../router/router.tsx';
import { renderPart } from '../../test-kit/render-part.tsx';
import { useDraftAddress } from './use-draft-address.ts';

const openDraft = vi.fn();
vi.mock('../../parts/compose/lazy-compose.ts', () => {
  const withCompose = (act: (compose: ComposeModel) => unknown) =>
    act({ openDraft } as unknown as ComposeModel);
  return { useWithCompose: () => withCompose };
});

let goTo: (address: string) => void;

/** The list of an address, with the named thread held as the reading pane does. */
function Address() {
  const model = useMailModel();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  goTo = (address) => void navigate(address);
  const { list, threadId } = useMemo(() => {
    const [, , name, id] = pathname.split('/');
    return placeOfAddress({ folder: name, id }, search);
  }, [pathname, search]);
  const path = list.kind === 'folder' ? list.path : null;
  useEffect(
    () => (threadId === null ? undefined : model.holdThread(threadId, path)),
    [model, threadId, path],
  );
  useDraftAddress({ list, openId: threadId });
  return <p>{`at ${pathname}${search}`}</p>;
}

async function show() {
  const shown = await renderPart(<Address />);
  const { mailbox } = shown.server;
  const draft = mailbox.receive({ folderId: 'drafts', draft: true, unread: false });
  const mail = mailbox.receive();
  return { ...shown, draft, mail };
}

beforeEach(() => openDraft.mockClear());

test('RT-10 the address of a draft opens it in a window above the list of drafts', async () => {
  const { draft, clock } = await show();
  goTo(`/folder/Drafts/${draft.id}`);
  await clock.advance(100);
  await waitFor(() => expect(openDraft).toHaveBeenCalledOnce());
  expect(openDraft).toHaveBeenCalledWith(expect.objectContaining({ id: draft.id }), 'window');
  expect(await screen.findByText('at /folder/Drafts')).toBeTruthy();
});

test('TD-12 so does that of a conversation which is nothing but a draft', async () => {
  const { draft, clock } = await show();
  goTo(`/folder/Drafts/${draft.threadId}`);
  await clock.advance(100);
  await waitFor(() => expect(openDraft).toHaveBeenCalledOnce());
  expect(await screen.findByText('at /folder/Drafts')).toBeTruthy();
});

test('RT-10 the address of a recurring message leads to its conversation', async () => {
  const { mail, clock } = await show();
  goTo(`/folder/webmail_period?id=${mail.id}`);
  await clock.advance(100);
  expect(await screen.findByText(`at /folder/webmail_period/${mail.threadId}`)).toBeTruthy();
  expect(openDraft).not.toHaveBeenCalled();
});
