import { MantineProvider } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import type { ComposeRecipient } from '../../../model/compose/compose-model.ts';
import { notices } from '../../../parts/notices/notify.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { RecipientsField } from './recipients-field.tsx';

const HOA: ComposeRecipient = { name: 'Hoa', email: 'hoa@saomai.example', valid: true, status: 'inside' };
const MUA: ComposeRecipient = { name: '', email: 'mua@binhminh.example', valid: true, status: 'outside' };
const WRONG: ComposeRecipient = { name: '', email: 'khong-phai', valid: false, status: 'unknown' };

type FieldProps = {
  first: ComposeRecipient[];
  onAdd(text: string): void;
  onRemove(at: number): void;
  onTakeBack?(at: number): string;
};

function Field(props: FieldProps) {
  const [recipients, setRecipients] = useState(props.first);
  return (
    <>
      <RecipientsField
        field="to"
        group="w1"
        recipients={recipients}
        otherFields={['cc']}
        marksOutside
        autoFocus
        onAdd={props.onAdd}
        onRemove={(at) => {
          props.onRemove(at);
          setRecipients(recipients.filter((_, index) => index !== at));
        }}
        onMove={() => undefined}
        onTakeBack={props.onTakeBack ?? (() => '')}
      >
        <button type="button">Cc</button>
      </RecipientsField>
      <button type="button">subject</button>
    </>
  );
}

const FAMILY = { name: 'Gia đình', total: 3 };
type Suggest = (typed: string) => { name: string; email: string }[];

async function show(first: ComposeRecipient[] = [], suggest: Suggest = () => []) {
  const calls = { onAdd: vi.fn(), onRemove: vi.fn(), onTakeBack: vi.fn(() => 'hoa@saomai.example') };
  const api = {
    suggestRecipients: async ({ query }: { query: { search_text: string } }) => ({
      data: {
        suggest_emails: suggest(query.search_text),
        same_domain_emails: [],
        groups: [],
        lists: query.search_text === 'gia' ? [FAMILY] : [],
      },
    }),
    listRecipients: async () => ({
      data: { recipients: [{ name: 'Ba', email: 'ba@nha.example' }], without: 2, beyond: 0 },
    }),
  };
  const part = await renderPart(
    <MantineProvider env="test">
      <Field first={first} {...calls} />
    </MantineProvider>,
    { api: api as never },
  );
  return { ...part, ...calls };
}

describe.each(['vi', 'en'] as const)('the recipients in %s', (language) => {
  test('what is typed becomes a recipient with Enter', async () => {
    await speak(language);
    const { user, onAdd } = await show();
    await user.type(screen.getByRole('combobox'), 'hoa@sm.vn{Enter}');
    expect(onAdd).toHaveBeenCalledExactlyOnceWith('hoa@sm.vn');
  });

  test('Tab goes on to the next field, and back to the buttons for Cc and Bcc', async () => {
    await speak(language);
    const { user } = await show();
    await user.tab();
    expect(document.activeElement?.textContent).toBe('subject');
    await user.tab({ shift: true });
    expect(document.activeElement).toBe(screen.getByRole('combobox'));
    await user.tab({ shift: true });
    expect(document.activeElement?.textContent).toBe('Cc');
  });

  test('becomes one line when a key leaves it, and after a press only when that was a click', async () => {
    await speak(language);
    const { user } = await show([HOA]);
    const isFolded = () => screen.queryByRole('listitem') === null;
    await user.tab();
    expect(isFolded()).toBe(true);
    await user.click(screen.getByRole('combobox'));
    expect(isFolded()).toBe(false);
    const below = screen.getByRole('button', { name: 'subject' });
    await user.pointer({ target: below, keys: '[MouseLeft>]' });
    expect(document.activeElement).toBe(below);
    // What is below is still where it was pressed.
    expect(isFolded()).toBe(false);
    await user.pointer({ target: below, keys: '[/MouseLeft]' });
    await waitFor(() => expect(isFolded()).toBe(true));
  });

  test('a comma ends an address too', async () => {
    await speak(language);
    const { user, onAdd } = await show();
    await user.type(screen.getByRole('combobox'), 'hoa@sm.vn,');
    expect(onAdd).toHaveBeenCalledExactlyOnceWith('hoa@sm.vn');
  });
});

describe('a name of two words', () => {
  const LAN = { name: 'Bùi Lan', email: 'builan@khach.example' };
  const LAN_ANH = { name: 'Lan Anh', email: 'lan.anh@saomai.example' };
  const suggest: Suggest = (typed) =>
    typed === 'Lan' ? [LAN, LAN_ANH] : typed === 'Lan Anh' ? [LAN_ANH] : [];

  test('RC-2 a space in it adds nobody, and Enter takes who matches all words', async () => {
    const { user, onAdd } = await show([], suggest);
    const input = screen.getByRole('combobox');
    await user.type(input, 'Lan');
    await screen.findByText('Bùi Lan');
    // Enter comes before the people for both words have been found.
    await user.type(input, ' Anh{Enter}');
    await vi.waitFor(() => expect(onAdd).toHaveBeenCalledExactlyOnceWith('Lan Anh <lan.anh@saomai.example>'));
    await vi.waitFor(() => expect(input).toHaveProperty('value', ''));
  });

  test.each(['{Enter}', ',', ';'])('RC-2 which nobody has stays text after %s, and says so', async (key) => {
    await speak('en');
    const { user, onAdd } = await show([], suggest);
    await user.type(screen.getByRole('combobox'), `Lan Nobody${key}`);
    expect(await screen.findByText(/Nobody found for “Lan Nobody”/)).toBeTruthy();
    expect(onAdd).not.toHaveBeenCalled();
    expect(screen.getByRole('combobox')).toHaveProperty('value', 'Lan Nobody');
    await user.tab();
    expect(onAdd).toHaveBeenCalledExactlyOnceWith('Lan Nobody');
  });

  test('RC-2 a comma takes the highlighted person', async () => {
    const { user, onAdd } = await show([], suggest);
    await user.type(screen.getByRole('combobox'), 'Lan Anh');
    await screen.findByText('lan.anh@saomai.example');
    await user.keyboard(',');
    await vi.waitFor(() => expect(onAdd).toHaveBeenCalledExactlyOnceWith('Lan Anh <lan.anh@saomai.example>'));
  });
});

test('RC-1 a name that could pass for another address gives way to the true one', async () => {
  await speak('vi');
  await show([{ ...MUA, name: 'giamdoc@saomai.example' }]);
  expect(screen.queryByText('giamdoc@saomai.example')).toBeNull();
  expect(screen.getByText('mua@binhminh.example')).toBeTruthy();
});

test('CT-31 a list of contacts is offered with its number, and adds its people, but for who has no address', async () => {
  await speak('vi');
  const { user, onAdd } = await show();
  await user.type(screen.getByRole('combobox'), 'gia');
  await user.click(await screen.findByRole('option', { name: 'Gia đình (3 người)' }));
  await vi.waitFor(() => expect(onAdd).toHaveBeenCalledExactlyOnceWith('Ba <ba@nha.example>'));
  expect(notices.get().map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Trong “Gia đình”, 2 người không có/),
  ]);
});

describe('the recipients', () => {
  test('are named, or shown by their address', async () => {
    await show([HOA, MUA]);
    expect(screen.getByText('Hoa')).toBeTruthy();
    expect(screen.getByText('mua@binhminh.example')).toBeTruthy();
  });

  test('RC-1 what is no address stays as a tag in danger style, and says so', async () => {
    await speak('en');
    await show([WRONG]);
    const tag = screen.getByRole('button', { name: /khong-phai/ });
    expect(tag.dataset).toHaveProperty('invalid');
    expect(tag.getAttribute('aria-label')).toMatch(/khong-phai, .*address/i);
  });

  test('RC-9 who is outside of the organisation is marked', async () => {
    await show([HOA, MUA]);
    expect(screen.getByRole('button', { name: /mua@binhminh/ }).dataset).toHaveProperty('outside');
    expect(screen.getByRole('button', { name: /Hoa/ }).dataset).not.toHaveProperty('outside');
  });

  test('the last one is removed from the keyboard', async () => {
    const { user, onRemove } = await show([HOA, MUA]);
    await user.click(screen.getByRole('combobox'));
    await user.keyboard('{ArrowLeft}{Delete}');
    expect(onRemove).toHaveBeenCalledExactlyOnceWith(1);
  });
});

test.each([
  ['vi', ['Sao chép địa chỉ', 'Cắt', 'Sửa địa chỉ']],
  ['en', ['Copy address', 'Cut', 'Edit address']],
] as const)(
  'RC-10 the menu of a tag copies, cuts and changes its address, in %s',
  async (language, [copy, cut, change]) => {
    speak(language);
    const { user, onRemove, onTakeBack } = await show([HOA]);
    const choose = async (label: string) => {
      await user.pointer({ target: screen.getByRole('button', { name: /^Hoa/ }), keys: '[MouseRight]' });
      await user.click(await screen.findByRole('menuitem', { name: label }));
    };
    await choose(copy);
    expect(await navigator.clipboard.readText()).toBe('hoa@saomai.example');
    await choose(change);
    expect(onTakeBack).toHaveBeenCalledExactlyOnceWith(0);
    await vi.waitFor(() =>
      expect(screen.getByRole('combobox')).toHaveProperty('value', 'hoa@saomai.example'),
    );
    expect(onRemove).not.toHaveBeenCalled();
    await choose(cut);
    expect(await navigator.clipboard.readText()).toBe('Hoa <hoa@saomai.example>');
    expect(onRemove).toHaveBeenCalledExactlyOnceWith(0);
  },
);
