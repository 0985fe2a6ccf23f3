import { MantineProvider } from '@mantine/core';
import { act, screen } from '@testing-library/react';
import type { Editor } from '@tiptap/core';
import { createRef } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { MailEditor, type MailEditorHandle } from './mail-editor.tsx';

const CARD = {
  id: 'e1',
  name: 'báo giá.pdf',
  href: 'https://thu.example/drive?file=e1',
  about: '1,0 MB · Kho tệp',
};

beforeAll(() => speak('vi'));

async function write(html: string) {
  const editor = createRef<MailEditorHandle>();
  const onChange = vi.fn();
  const part = await renderPart(
    <MantineProvider env="test">
      <MailEditor
        ref={editor}
        value={html}
        onChange={onChange}
        onFiles={() => undefined}
        uploadImage={() => Promise.reject(new Error('none'))}
        onSend={() => undefined}
      />
    </MantineProvider>,
  );
  const text = screen.getByRole<HTMLElement & { editor: Editor }>('textbox', { name: 'Nội dung thư' });
  const written = () => {
    editor.current?.flush();
    return onChange.mock.lastCall?.[0] as string;
  };
  return { ...part, editor, text, written };
}

test('DV-7 the card of a file of the drive is taken out by its button, which is never sent; undo brings it back', async () => {
  const line = `<p data-drive-file="e1"><a href="${CARD.href}">${CARD.name}</a><br><span>${CARD.about}</span></p>`;
  const { user, text, written } = await write(`<p>Xem tệp</p>${line}`);
  act(() => void text.editor.commands.insertContentAt(1, 'Anh '));
  expect(written()).toContain('data-drive-file="e1"');
  expect(written()).not.toContain('button');
  await user.click(screen.getByRole('button', { name: 'Bỏ liên kết đến báo giá.pdf' }));
  expect(text.querySelector('[data-drive-file]')).toBeNull();
  expect(written()).toContain('Xem tệp');
  expect(written()).not.toContain('data-drive-file');
  act(() => void text.editor.commands.undo());
  // Both changes, made at the same moment, are one undo step.
  expect(text.querySelector('[data-drive-file] a')?.textContent).toBe('báo giá.pdf');
});

test('DV-7 a card that comes later stands below the own words, and takes the focus from nobody', async () => {
  const { editor, text } = await write('<p>Xem tệp</p><div data-signature="">Lan Anh</div>');
  const elsewhere = document.body.appendChild(document.createElement('input'));
  elsewhere.focus();
  act(() => void editor.current?.addDriveFiles([CARD], 'end'));
  expect(document.activeElement).toBe(elsewhere);
  elsewhere.remove();
  const blocks = text.editor.state.doc.content.content.map(({ type }) => type.name);
  expect(blocks).toEqual(['paragraph', 'driveFile', 'signature']);
});

test('DV-7 a card goes where the cursor was, keeps what is selected, and before the signature where there was none', async () => {
  const { editor, text } = await write('<p>Xem tệp này</p><p>Cảm ơn</p><div data-signature="">Lan Anh</div>');
  const blocks = () =>
    text.editor.state.doc.content.content.map((node) => node.textContent || node.type.name);
  act(() => void editor.current?.addDriveFiles([CARD], 'cursor'));
  expect(blocks()).toEqual(['Xem tệp này', 'Cảm ơn', 'driveFile', 'Lan Anh']);
  act(() => void text.editor.commands.undo());
  act(() => text.focus());
  act(() => void text.editor.commands.setTextSelection({ from: 5, to: 8 }));
  act(() => void editor.current?.addDriveFiles([CARD], 'cursor'));
  expect(blocks()).toEqual(['Xem tệp', 'driveFile', ' này', 'Cảm ơn', 'Lan Anh']);
});
