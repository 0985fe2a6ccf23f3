import { MantineProvider } from '@mantine/core';
import { act, screen } from '@testing-library/react';
import type { Editor } from '@tiptap/core';
import { createRef } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { MailEditor, type MailEditorHandle } from './mail-editor.tsx';
import type { TypedQuery } from './typed-query.ts';

beforeAll(() => speak('vi'));

async function write(html: string) {
  const editor = createRef<MailEditorHandle>();
  const latest: { query: TypedQuery | null } = { query: null };
  const onKey = vi.fn((_key: string) => true);
  const onQuery = (query: TypedQuery | null) => {
    latest.query = query;
  };
  await renderPart(
    <MantineProvider env="test">
      <MailEditor
        ref={editor}
        value={html}
        onChange={() => undefined}
        onFiles={() => undefined}
        uploadImage={() => Promise.reject(new Error('none'))}
        onSend={() => undefined}
        templates={{ onQuery, onKey, onPick: () => undefined }}
      />
    </MantineProvider>,
  );
  const text = screen.getByRole<HTMLElement & { editor: Editor }>('textbox', { name: 'Nội dung thư' });
  const type = (letters: string) =>
    act(() => {
      for (const letter of letters) {
        const { view } = text.editor;
        view.dispatch(view.state.tr.insertText(letter));
      }
    });
  const press = (key: string) =>
    act(() => text.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })));
  act(() => void text.editor.commands.focus('end'));
  return { editor, text, type, press, latest, onKey };
}

test.each([
  ['', '/bao', 'bao'],
  ['<p>Chào anh, </p>', ' /báo giá', 'báo giá'],
  ['', 'và/hoặc', undefined],
  ['', '5 / 6', undefined],
  ['', 'https://x', undefined],
  ['', '/', ''],
])('TE-14 in %j what is typed as %j looks for %j', async (html, typed, query) => {
  const { type, latest } = await write(html);
  await type(typed);
  expect(latest.query?.query).toBe(query);
});

test('TE-14 Escape ends it and leaves what was typed; a slash that the caret comes to opens nothing', async () => {
  const { type, press, text, latest, onKey } = await write('');
  await type('/bao');
  await press('ArrowDown');
  expect(onKey).toHaveBeenLastCalledWith('ArrowDown');
  await press('Escape');
  expect(latest.query).toBeNull();
  await type(' gia');
  expect([latest.query, text.textContent]).toEqual([null, '/bao gia']);
  await act(() => void text.editor.commands.focus('start'));
  await act(() => void text.editor.commands.focus('end'));
  expect(latest.query).toBeNull();
});

test('TE-11 a template takes the place of what was typed, in one step of undo', async () => {
  const { editor, type, text, latest } = await write('<p>Trên</p>');
  await act(() => void text.editor.commands.splitBlock());
  await type('/bao');
  const range = latest.query && { from: latest.query.from, to: latest.query.to };
  act(() => editor.current?.insertTemplate('<p>Một</p><p>Hai</p>', range));
  const lines = () => text.editor.state.doc.content.content.map((line) => line.textContent);
  expect(lines()).toEqual(['Trên', 'Một', 'Hai']);
  expect(text.editor.state.selection.$head.parent.textContent).toBe('Hai');
  act(() => void text.editor.commands.undo());
  expect(lines().join()).not.toContain('Một');
});

test('TE-11 one line of a template joins the line that it is put into, and its signature stays behind', async () => {
  const { editor, type, text, latest } = await write('<p>Chào</p><div data-signature="">Lan</div>');
  await act(() => void text.editor.commands.setTextSelection(5));
  await type(' /b');
  const range = latest.query && { from: latest.query.from, to: latest.query.to };
  act(() => editor.current?.insertTemplate('<p>anh</p><div data-signature="">X</div>', range));
  expect(text.editor.state.doc.content.content.map((line) => line.textContent)).toEqual(['Chào anh', 'Lan']);
});
