import type { Rule } from '@bocau/contract/rules.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { notices } from '../../parts/notices/notify.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { BlockedSenders } from './blocked-senders.tsx';

function blocking(from: string): Rule {
  return {
    ...{ id: from, is_enable: true, name: from, position: 0, hits: 0, last_hit_at: null, problem: null },
    ...{ sieve_script: '', verify: true, sieve_json: JSON.stringify({ type: 'auto_mark_spam', from }) },
  };
}

const shown = () => screen.queryAllByRole('listitem').map((line) => line.textContent?.replace('Unblock', ''));

test('RU-11 an address or a whole domain is blocked by hand, and nothing else is', async () => {
  speak('en');
  const made: string[] = [];
  const createRule = async ({ body }: { body: { sieve_json: string } }) => {
    made.push(JSON.parse(body.sieve_json).from);
    return { data: { id: 'new' } };
  };
  const { user } = await renderPart(<BlockedSenders rules={[]} />, { api: { createRule } as never });
  const field = screen.getByRole('textbox', { name: 'Address or domain to block' });
  await user.type(field, 'giare.example{Enter}');
  expect(screen.getByRole('alert').textContent).toContain('whole domain');
  await user.clear(field);
  await user.type(field, '@giare.example{Enter}');
  await waitFor(() => expect(notices.get().at(-1)?.text).toBe('@giare.example is blocked.'));
  await user.type(field, 'a@ban.example{Enter}');
  await waitFor(() => expect(made).toEqual(['@giare.example', 'a@ban.example']));
});

test('RU-1 blocked senders are searched, and several unblocked at once', async () => {
  speak('en');
  const deleted: string[] = [];
  const created: string[] = [];
  const api = {
    deleteRule: async ({ params }: { params: { id: string } }) => deleted.push(params.id),
    createRule: async ({ body }: { body: { sieve_json: string } }) => created.push(body.sieve_json),
  };
  const rules = [1, 2, 3, 4, 5, 6, 7].map((n) => blocking(`a${n}@x.example`));
  const all = [...rules, blocking('@giare.example')];
  const { user } = await renderPart(<BlockedSenders rules={all} />, { api: api as never });
  const search = screen.getByRole('searchbox', { name: 'Search blocked senders' });
  await user.type(search, 'giare');
  expect(shown()).toEqual(['@giare.example']);
  await user.clear(search);
  await user.type(search, 'nobody');
  expect(screen.getByRole('status').textContent).toContain('“nobody”');
  await user.clear(search);
  await user.click(screen.getByRole('checkbox', { name: 'Select a2@x.example' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select @giare.example' }));
  await user.click(screen.getByRole('button', { name: 'Unblock 2 selected' }));
  await waitFor(() => expect(deleted).toEqual(['a2@x.example', '@giare.example']));
  expect(shown()).toHaveLength(6);
  await waitFor(() => expect(notices.get().at(-1)?.text).toBe('2 senders unblocked.'));
  await notices.get().at(-1)?.undo?.();
  expect(created).toHaveLength(2);
});
