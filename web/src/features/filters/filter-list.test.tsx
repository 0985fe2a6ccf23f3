import type { FilterRule } from '@bocau/contract/rule-definitions.ts';
import type { Rule } from '@bocau/contract/rules.ts';
import { MantineProvider } from '@mantine/core';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { notices } from '../../parts/notices/notify.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { FilterList } from './filter-list.tsx';

function ruleOf(id: string, position: number, filter: Partial<FilterRule>, given: Partial<Rule> = {}): Rule {
  const conditions = [{ type: 'from', comparator: 'contains', value: 'a@b.vn' }];
  const actions = [{ enable: true, type: 'setflag', value: 'Seen' }];
  return {
    ...{ id, position, is_enable: true, name: 'a@b.vn', hits: 0, last_hit_at: null, problem: null },
    ...{ sieve_script: '', verify: true },
    sieve_json: JSON.stringify({ match: 'all', conditions, actions, ...filter }),
    ...given,
  };
}

/** In Mantine's test mode, menus are neither positioned nor animated. */
const ListOf = ({ rules }: { rules: readonly Rule[] }) => (
  <MantineProvider env="test">
    <FilterList rules={rules} />
  </MantineProvider>
);

const lines = () =>
  within(screen.getByRole('list'))
    .getAllByRole('listitem')
    .map((line) => line.textContent);

test('RU-1 each filter says in words what it does, how often it did, and what hinders it', async () => {
  const work = {
    match: 'any' as const,
    conditions: [
      { type: 'from' as const, comparator: 'contains' as const, value: 'a@b.vn, @c.vn' },
      { type: 'subject' as const, comparator: '!contains' as const, value: 'họp' },
      { type: 'size' as const, comparator: 'over' as const, value: 5, unit: 'M' as const },
    ],
    actions: [
      { enable: true, type: 'setflag' as const, value: 'Flagged' as const },
      { enable: true, type: 'fileinto' as const, value: 'work' },
    ],
  };
  const rules = [
    ruleOf('two', 2, {}, { name: 'Việc', problem: 'folder_gone', is_enable: false }),
    ruleOf('one', 1, work, { name: 'a@b.vn, @c.vn', hits: 1234 }),
  ];
  speak('vi');
  const { rerender } = await renderPart(<FilterList rules={rules} />);
  const [first, second] = lines();
  expect(first).toContain(
    'Từ a@b.vn hoặc @c.vn hoặc chủ đề không chứa “họp” hoặc lớn hơn 5 MB → gắn dấu sao, chuyển vào Work',
  );
  expect(first).toContain('Đã lọc 1.234 thư');
  expect(second).toContain('Việc');
  expect(second).toContain('Đang tắt');
  expect(second).toContain('Thư mục đích không còn nữa');
  speak('en');
  rerender(<FilterList rules={rules} />);
  expect(lines()[0]).toContain('From a@b.vn or @c.vn or subject doesn’t contain “họp” or larger than 5 MB');
});

test.each([
  ['vi', 'Nhãn không còn nữa.'],
  ['en', 'Its label no longer exists.'],
] as const)('LB-10 in %s a filter says that its label is gone', async (language, said) => {
  speak(language);
  await renderPart(<FilterList rules={[ruleOf('one', 1, {}, { problem: 'label_gone' })]} />);
  expect(lines()[0]).toContain(said);
});

test.each([
  ['vi', 'gắn một nhãn đã bị xóa, chuyển vào một thư mục đã bị xóa'],
  ['en', 'add a deleted label, move to a deleted folder'],
] as const)(
  'LB-26 in %s the summary of a filter names what is gone as one says it',
  async (language, said) => {
    speak(language);
    const actions = [
      { enable: true, type: 'addlabel' as const, value: 'gone' },
      { enable: true, type: 'fileinto' as const, value: 'gone' },
    ];
    await renderPart(<FilterList rules={[ruleOf('one', 1, { actions })]} />);
    expect(lines()[0]).toContain(said);
  },
);

test('RU-1 an empty list says what a filter is good for', async () => {
  speak('vi');
  await renderPart(<FilterList rules={[]} />);
  expect(screen.getByText(/Chưa có bộ lọc nào. Bộ lọc tự sắp xếp thư mới/)).toBeTruthy();
});

test('the order is changed by the menu, which says where the filter is now', async () => {
  speak('en');
  const orders: string[][] = [];
  const orderRules = async ({ body }: { body: { ids: string[] } }) => {
    orders.push(body.ids);
    return { data: { ok: true } };
  };
  const rules = [ruleOf('one', 1, {}), ruleOf('two', 2, {}, { name: 'Second' })];
  const { user } = await renderPart(<ListOf rules={rules} />, { api: { orderRules } as never });
  await user.click(screen.getByRole('button', { name: 'More for filter: Second' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Move up' }));
  expect(screen.getByRole('status').textContent).toBe('The filter is now number 1 of 2');
  expect(orders).toEqual([['two', 'one']]);
});

test('RU-1 a deleted filter comes back to its place', async () => {
  speak('en');
  const calls: unknown[] = [];
  const api = {
    deleteRule: async ({ params }: { params: { id: string } }) => calls.push(['delete', params.id]),
    createRule: async ({ body }: { body: unknown }) => {
      calls.push(['create', body]);
      return { data: { id: 'new' } };
    },
    listRules: async () => ({ data: [{ id: 'new' }, { id: 'two' }] }),
    orderRules: async ({ body }: { body: { ids: string[] } }) => calls.push(['order', body.ids]),
  };
  const rules = [ruleOf('one', 1, {}, { name: 'First' }), ruleOf('two', 2, {})];
  const { user } = await renderPart(<ListOf rules={rules} />, { api: api as never });
  await user.click(screen.getByRole('button', { name: 'More for filter: First' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete filter' }));
  expect(document.activeElement?.textContent).toBe('Filters');
  await waitFor(() => expect(notices.get().at(-1)?.text).toBe('Filter deleted.'));
  await notices.get().at(-1)?.undo?.();
  expect(calls).toEqual([
    ['delete', 'one'],
    ['create', { is_enable: true, name: 'First', sieve_json: rules[0]?.sieve_json }],
    ['order', ['new', 'two']],
  ]);
});

test('a filter is run over mail that is here, and one that only sends on is not', async () => {
  speak('en');
  const send = [{ enable: true, type: 'redirect' as const, value: 'x@y.vn' }];
  const rules = [
    ruleOf('one', 1, {}, { name: 'First' }),
    ruleOf('two', 2, { actions: send }, { name: 'Second' }),
  ];
  const page = await renderPart(<ListOf rules={rules} />);
  const { user, server } = page;
  await user.click(screen.getByRole('button', { name: 'More for filter: Second' }));
  expect(screen.queryByRole('menuitem', { name: /^Run/ })).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'More for filter: First' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Run/ }));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Look in' }), 'Work');
  await user.click(screen.getByRole('button', { name: 'Run' }));
  await act(() => page.clock.advance(10));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Run' })).toBeNull());
  expect(server.calls.find(({ name }) => name === 'runFilter')?.input).toEqual({
    ...{ params: { id: 'one' }, body: { in: 'Work' } },
  });
});
