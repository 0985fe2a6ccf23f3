import { ApiError } from '@bocau/contract/client.ts';
import type { FilterRule } from '@bocau/contract/rule-definitions.ts';
import type { Rule } from '@bocau/contract/rules.ts';
import { MantineProvider } from '@mantine/core';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { notices } from '../../parts/notices/notify.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { FilterEditor } from './filter-editor.tsx';
import { emptyForm, toForm } from './filter-form.ts';

const FORWARD = {
  ...{ id: 'f', is_enable: false, name: 'chi.ha@doitac.vn', position: 0, hits: 0, last_hit_at: null },
  ...{ problem: null, sieve_script: '', verify: true },
  sieve_json: JSON.stringify({ type: 'autofw', is_enable: false, email: 'chi.ha@doitac.vn' }),
} satisfies Rule;

async function openEditor({ rules = [] as Rule[], initial = emptyForm(), fails = [] as ApiError[] } = {}) {
  const countMatches = vi.fn(async () => ({ data: { count: 1000, complete: false, everything: false } }));
  const sent: { name: string; sieve: FilterRule }[] = [];
  const onClose = vi.fn();
  const api = {
    listRules: async () => ({ data: rules }),
    countMatches,
    createRule: async ({ body }: { body: { name: string; sieve_json: string } }) => {
      sent.push({ name: body.name, sieve: JSON.parse(body.sieve_json) });
      const failure = fails.shift();
      if (failure) throw failure;
      return { data: FORWARD };
    },
  };
  const part = (
    <MantineProvider env="test">
      <FilterEditor initial={initial} rule={null} onClose={onClose} />
    </MantineProvider>
  );
  const { user, model } = await renderPart(part, { api: api as never });
  return { user, model, sent, onClose, countMatches };
}

const button = (name: string | RegExp) => screen.getByRole('button', { name });
const value = () => screen.getByRole('textbox', { name: /^(Giá trị|Value)$/ });

describe.each([
  [
    'vi',
    {
      next: 'Tiếp tục',
      create: 'Tạo bộ lọc',
      star: 'Gắn dấu sao',
      fault: 'Nhập địa chỉ email hoặc @tên-miền, cách nhau bằng dấu phẩy.',
    },
  ],
  [
    'en',
    {
      next: 'Continue',
      create: 'Create filter',
      star: 'Star it',
      fault: 'Enter email addresses or @domains, separated by commas.',
    },
  ],
] as const)('a filter in %s', (language, words) => {
  test('RU-2 RU-5 RU-6 is built by keys alone, in two steps', async () => {
    speak(language);
    const { user, sent, onClose } = await openEditor();
    expect(button(words.next)).toHaveProperty('disabled', true);
    await user.click(value());
    await user.keyboard('minh{Enter}');
    expect(screen.getByText(words.fault), 'who wants to go on hears why not').toBeTruthy();
    await user.keyboard('@');
    expect(screen.getByText(words.fault)).toBeTruthy();
    await user.keyboard('cty.vn, ha@cty.vn');
    expect(screen.queryByText(words.fault)).toBeNull();
    await user.keyboard('{Enter}');
    const star = screen.getByRole('checkbox', { name: words.star });
    await waitFor(() => expect(document.activeElement).toBe(star));
    expect(button(words.create)).toHaveProperty('disabled', true);
    await user.keyboard(' ');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(sent).toEqual([
      {
        name: '',
        sieve: {
          match: 'all',
          conditions: [{ type: 'from', comparator: 'contains', value: 'minh@cty.vn, ha@cty.vn' }],
          actions: [{ enable: true, type: 'setflag', value: 'Flagged' }],
        },
      },
    ]);
  });
});

const subject = emptyForm([{ type: 'subject', value: 'Hóa đơn' }]);

test('RU-5 an address is checked when its field is left', async () => {
  speak('en');
  const { user } = await openEditor();
  await user.type(value(), 'minh');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.tab();
  expect(screen.getByRole('alert').textContent).toContain('Enter email addresses');
});

test('RU-8 RU-9 choices tick their boxes, and removing clears them', async () => {
  speak('en');
  const { user } = await openEditor({ rules: [FORWARD], initial: subject });
  await user.click(button('Continue'));
  const ticked = (name: RegExp) => screen.queryByRole('checkbox', { name, checked: true }) !== null;
  await user.selectOptions(
    await screen.findByRole('combobox', { name: 'Forwarding address' }),
    'chi.ha@doitac.vn',
  );
  expect(ticked(/^Forward/)).toBe(true);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Folder' }), 'Inbox');
  expect(ticked(/^Move/)).toBe(true);
  await user.click(screen.getByRole('checkbox', { name: /^Delete/ }));
  expect(ticked(/^Forward/) || ticked(/^Move/)).toBe(false);
  await user.click(screen.getByRole('checkbox', { name: /^Mark/ }));
  expect(ticked(/^Delete/)).toBe(false);
});

test('RU-7 where no address is verified, the way to one is shown', async () => {
  speak('en');
  const { user } = await openEditor({ initial: subject });
  await user.click(button('Continue'));
  expect(screen.getByRole('link', { name: 'Add a forwarding address' }).getAttribute('href')).toBe(
    '/setting/autoforward',
  );
});

test('a filter that leaves hardly a message out is asked about', async () => {
  speak('en');
  const actions = { ...subject.actions, remove: true };
  const initial = { ...emptyForm([{ type: 'subject', comparator: '!contains', value: 'x' }]), actions };
  const { user, sent } = await openEditor({ initial });
  await user.click(button('Continue'));
  await user.click(button('Create filter'));
  expect(screen.getByText(/nearly all new mail: delete at once/)).toBeTruthy();
  expect(sent).toHaveLength(0);
  await user.click(button('Save anyway'));
  await waitFor(() => expect(sent).toHaveLength(1));
});

test('what the server refuses is shown beside the condition that it names, and what was typed stays', async () => {
  speak('en');
  const details = { fields: [{ field: 'sieve_json.conditions.0.value', rule: 'invalid', problem: 'no' }] };
  const refusal = new ApiError(400, 'invalid_input', 'no', details);
  const actions = { ...subject.actions, star: true };
  const { user, sent, onClose } = await openEditor({ initial: { ...subject, actions }, fails: [refusal] });
  await user.click(button('Continue'));
  await user.click(button('Create filter'));
  expect(await screen.findByText(/doesn’t accept this value/)).toBeTruthy();
  expect(value()).toHaveProperty('value', 'Hóa đơn');
  await user.type(value(), '!');
  expect(screen.queryByText(/doesn’t accept this value/)).toBeNull();
  await user.click(button('Continue'));
  await user.click(button('Create filter'));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toHaveLength(2);
});

test('what is unsaved is guarded', async () => {
  speak('en');
  const { user, onClose } = await openEditor();
  await user.type(value(), 'a@b.vn');
  await user.click(button('Cancel'));
  expect(onClose).not.toHaveBeenCalled();
  await user.click(button('Keep editing'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep editing' })).toBeNull());
  await user.click(button('Cancel'));
  await user.click(button('Discard'));
  expect(onClose).toHaveBeenCalled();
});

test('a filter that was not touched is left without a question', async () => {
  speak('en');
  const rule = { match: 'all' as const, conditions: [], actions: [] };
  const { user, onClose } = await openEditor({ initial: toForm(rule, '') });
  await user.click(button('Cancel'));
  expect(onClose).toHaveBeenCalled();
});

test('while conditions are typed, the messages that match them are counted once', async () => {
  speak('en');
  const { user, countMatches } = await openEditor();
  await user.type(value(), '@cty.vn');
  expect(await screen.findByText('At least 1,000 existing messages match')).toBeTruthy();
  expect(countMatches.mock.calls).toHaveLength(1);
});

test('RU-7 a new filter is offered to the mail that is there, but not where it throws away', async () => {
  speak('vi');
  const offers = async (act: string) => {
    notices.set([]);
    const initial = emptyForm([{ type: 'from', value: 'minh@cty.vn' }]);
    const { user, model } = await openEditor({ initial });
    const startFilter = vi.spyOn(model, 'startFilter').mockResolvedValue('job');
    await user.click(button('Tiếp tục'));
    await user.click(screen.getByRole('checkbox', { name: new RegExp(act) }));
    await user.click(button('Tạo bộ lọc'));
    await waitFor(() => expect(notices.get()).toMatchObject([{ text: 'Đã tạo bộ lọc.' }]));
    notices.get()[0]?.action?.run();
    cleanup();
    return startFilter.mock.calls;
  };
  expect(await offers('Gắn dấu sao')).toEqual([['f', null]]);
  expect(await offers('Xóa luôn')).toEqual([]);
});

test('LB-10 a label or a folder that is gone is said where another one is chosen', async () => {
  await speak('vi');
  const initial = emptyForm([{ value: 'ha@doitac.vn' }]);
  const actions = { ...initial.actions, label: true, labelIds: ['gone'], move: true, folderId: 'gone-too' };
  const { user } = await openEditor({ initial: { ...initial, actions } });
  await user.click(button('Tiếp tục'));
  const chosen = (name: string) =>
    (screen.getByRole('combobox', { name }) as HTMLSelectElement).selectedOptions[0]?.textContent;
  expect(chosen('Nhãn')).toBe('nhãn đã xóa');
  expect(chosen('Thư mục')).toBe('thư mục đã xóa');
});

test('what is typed as the editor opens is what is looked for', async () => {
  speak('vi');
  const { user } = await openEditor();
  await waitFor(() => expect(document.activeElement).toBe(value()));
  await user.keyboard('abc');
  expect(value()).toHaveProperty('value', 'abc');
});
