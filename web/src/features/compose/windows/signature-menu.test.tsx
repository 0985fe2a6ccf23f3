import { MantineProvider } from '@mantine/core';
import { act, screen } from '@testing-library/react';
import type { Editor } from '@tiptap/core';
import { useRef } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { createFakeCompose, startCompose } from '../../../model/compose/test-kit/start-compose.ts';
import { createManualClock } from '../../../model/engine/test-kit/manual-clock.ts';
import { ComposeContext, type LazyCompose, useComposeWindow } from '../../../parts/compose/lazy-compose.ts';
import { notices } from '../../../parts/notices/notify.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { MailEditor, type MailEditorHandle } from '../editor/mail-editor.tsx';
import { SignatureMenu } from './signature-menu.tsx';
import { useSignature } from './use-signature.ts';

function Written({ id }: { id: string }) {
  const editor = useRef<MailEditorHandle>(null);
  const choose = useSignature(id, editor);
  const body = useComposeWindow(id)?.body ?? '';
  return (
    <>
      <MailEditor
        ref={editor}
        value={body}
        onChange={() => undefined}
        onFiles={() => undefined}
        uploadImage={() => Promise.reject(new Error('none'))}
        onSend={() => undefined}
      />
      <SignatureMenu editor={editor} onChoose={choose} />
    </>
  );
}

const SALES = 'ban-hang@saomai.example';

async function openMessage() {
  const clock = createManualClock();
  const server = createFakeCompose(clock);
  server.signatures = [{ id: 's2', name: 'Phòng Bán hàng', html: '<p>Phòng Bán hàng</p>' }];
  server.senders.push({ name: 'Bán hàng', email: SALES, default: false, signature: 's2' });
  const { model } = await startCompose(server, clock, {
    settings: { enable_use_signature: true, signature: '<p>Lan Anh</p>' },
  });
  const id = model.openNew() as string;
  const compose = { subscribe: model.subscribe, model: () => model } as unknown as LazyCompose;
  const { user } = await renderPart(
    <MantineProvider env="test">
      <ComposeContext value={compose}>
        <Written id={id} />
      </ComposeContext>
    </MantineProvider>,
  );
  const text = screen.getByRole<HTMLElement & { editor: Editor }>('textbox', { name: 'Nội dung thư' });
  const pick = async (name: string) => {
    await user.click(screen.getByRole('button', { name: 'Chữ ký' }));
    await user.click(await screen.findByRole('menuitemradio', { name }));
  };
  const type = (words: string, at: number) => act(() => text.editor.commands.insertContentAt(at, words));
  const lines = () => [...text.querySelectorAll('p')].map((line) => line.textContent);
  return { model, id, text, user, pick, type, lines };
}

beforeEach(() => speak('vi'));

test('ST-9 another signature, another sender and none leave what was typed as it is', async () => {
  const { model, id, pick, type, lines, text } = await openMessage();
  expect(lines()).toEqual(['', 'Lan Anh']);
  type('Chào anh', 1);
  await pick('Phòng Bán hàng');
  expect(lines()).toEqual(['Chào anh', 'Phòng Bán hàng']);
  await pick('Không có chữ ký');
  expect(lines()).toEqual(['Chào anh']);
  await pick('Chữ ký chính');
  expect(lines()).toEqual(['Chào anh', 'Lan Anh']);
  act(() => model.change(id, { from: SALES }));
  expect(lines()).toEqual(['Chào anh', 'Phòng Bán hàng']);
  act(() => text.editor.commands.undo());
  expect(lines()[0]).toBe('Chào anh');
});

test('what somebody wrote in the signature is replaced only when they say so', async () => {
  const { model, id, type, lines, text } = await openMessage();
  type(', trưởng phòng', text.editor.state.doc.content.size - 2);
  act(() => model.change(id, { from: SALES }));
  expect(lines()).toEqual(['', 'Lan Anh, trưởng phòng']);
  const asked = notices.get().at(-1);
  expect(asked?.text).toContain('được giữ nguyên');
  act(() => asked?.action?.run());
  expect(lines()).toEqual(['', 'Phòng Bán hàng']);
});
