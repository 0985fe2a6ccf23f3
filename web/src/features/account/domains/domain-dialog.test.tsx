import type { DnsRecord, DomainKey } from '@bocau/contract/admin-domains.ts';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { learnWords } from '../../../i18n/i18n.ts';
import { admin } from '../../../i18n/vi/admin.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { DomainDialog } from './domain-dialog.tsx';

const NAME = 'saomai.example';

function keyOf(selector: string, given: Partial<DomainKey> = {}): DomainKey {
  const record = { type: 'TXT', name: `${selector}._domainkey.${NAME}`, expected: 'v=DKIM1; p=A' };
  return { selector, signs: false, of_server: false, created_at: 1, record, ...given };
}

function domainServer() {
  const server = {
    keys: [keyOf('s1', { signs: true, of_server: true, created_at: null })],
    people: 0,
    catchAll: null as string | null,
    published: [] as string[],
    asked: [] as unknown[],
  };
  const shown = () => ({
    data: {
      ...{ name: NAME, verified: true, active: true, people: server.people, given: 0, storage: null },
      ...{ created_at: 1, owners: [], used: 0, used_drive: 0, require_two_step: false },
      catch_all: server.catchAll,
    },
  });
  const listed = () => ({ data: { keys: server.keys, fallback: 's1' } });
  const api = {
    showDomain: async () => shown(),
    checkDomain: async () => ({
      data: server.keys.map(
        ({ selector, record }): DnsRecord => ({
          ...{ kind: 'dkim', found: [], ...record },
          verdict: server.published.includes(selector) ? 'right' : 'missing',
        }),
      ),
    }),
    listDomainKeys: async () => listed(),
    async addDomainKey({ body }: { body: { selector?: string } }) {
      server.keys = [...server.keys, keyOf(body.selector ?? 'bocau-1')];
      return listed();
    },
    async signByDomainKey({ params }: { params: { selector: string } }) {
      server.keys = [keyOf(params.selector, { signs: true })];
      return listed();
    },
    async removeDomainKey({ params }: { params: { selector: string } }) {
      server.asked.push(params.selector);
      return listed();
    },
    async changeDomain({ body }: { body: { catch_all: string | null } }) {
      server.catchAll = body.catch_all;
      return shown();
    },
    async deleteDomain() {
      server.asked.push('delete');
      return { data: { ok: true } };
    },
  };
  return { server, api };
}

beforeEach(() => {
  speak('vi');
  learnWords('vi', { admin });
});

async function showDialog(people = 0) {
  const { server, api } = domainServer();
  server.people = people;
  const closed: true[] = [];
  const dialog = <DomainDialog name={NAME} isProvider onClose={() => closed.push(true)} />;
  const { user } = await renderPart(dialog, { api: api as never });
  return { server, user, closed };
}

test('AU-5 a new key signs once it is published, and what signs without it is said before it goes', async () => {
  const { server, user } = await showDialog();
  const keys = within(await screen.findByRole('list', { name: admin.keys.title }));
  expect(await keys.findByText('s1 (khóa chung của máy chủ)')).toBeTruthy();
  await user.type(screen.getByLabelText(admin.keys.selector), 'hai{Enter}');
  const use = await keys.findByRole<HTMLButtonElement>('button', { name: 'Ký bằng hai' });
  expect(use.disabled).toBe(true);
  server.published.push('hai');
  await user.click(screen.getByRole('button', { name: admin.dns.again }));
  await expect.poll(() => use.disabled).toBe(false);
  await user.click(use);
  expect(await keys.findByText(admin.keys.signs)).toBeTruthy();
  await user.click(keys.getByRole('button', { name: 'Gỡ khóa hai' }));
  const question = within(await screen.findByRole('dialog', { name: 'Gỡ khóa hai?' }));
  expect(question.getByText(/khóa chung s1 của máy chủ/)).toBeTruthy();
  await user.click(question.getByRole('button', { name: admin.keys.remove }));
  await expect.poll(() => server.asked).toEqual(['hai']);
});

test('AU-5 a domain names who gets mail to unknown addresses, and is deleted where nobody is left', async () => {
  const { server, user, closed } = await showDialog();
  await user.type(await screen.findByLabelText(admin.catchAll.label), 'lan.anh{Enter}');
  expect(await screen.findByText(/^lan\.anh@saomai\.example nhận thư/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: admin.catchAll.clear }));
  expect(await screen.findByText(admin.catchAll.none)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: `${admin.deletion.delete}…` }));
  const question = within(await screen.findByRole('dialog', { name: `Xóa ${NAME}?` }));
  await user.click(question.getByRole('button', { name: admin.deletion.delete }));
  await expect.poll(() => [server.asked, closed]).toEqual([['delete'], [true]]);
});

test('AU-5 a domain with people says how many are left instead of offering to delete it', async () => {
  await showDialog(3);
  expect(await screen.findByText(/còn 3 người/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: `${admin.deletion.delete}…` })).toBeNull();
});
