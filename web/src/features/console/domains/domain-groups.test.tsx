import { ApiError } from '@bocau/contract/client.ts';
import type { Group, GroupMember } from '@bocau/contract/groups.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { admin as en } from '../../../i18n/en/admin.ts';
import { groups as groupsEn } from '../../../i18n/en/groups.ts';
import { type Language, learnWords } from '../../../i18n/i18n.ts';
import { admin as vi } from '../../../i18n/vi/admin.ts';
import { groups as groupsVi } from '../../../i18n/vi/groups.ts';
import { fill } from '../../../test-kit/fill.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { DomainGroups } from './domain-groups.tsx';

const NAME = 'saomai.example';
const TAKEN = `lan@${NAME}`;
const meta = { next_cursor: null };

function groupServer() {
  const server = { groups: [] as Group[], members: [] as GroupMember[], asked: [] as unknown[] };
  const find = (email: string) => server.groups.find((group) => group.email === email) as Group;
  const api = {
    listGroups: async () => ({ data: server.groups, meta }),
    async addGroup({ body }: { body: { local: string; name: string; writers: Group['writers'] } }) {
      const { local, ...settings } = body;
      const email = `${local}@${NAME}`;
      if (email === TAKEN) throw new ApiError(400, 'already_exists', 'Taken');
      const group: Group = {
        ...settings,
        ...{ email, members: 0, created_at: 1, named: [], strangers: 'refused', allowed: [], keepers: [] },
        ...{ joining: 'nobody', leaving: true, seen_by: 'keepers' },
      };
      server.groups = [...server.groups, group];
      return { data: group };
    },
    showGroup: async ({ params }: { params: { group: string } }) => ({ data: find(params.group) }),
    async changeGroup({ params, body }: { params: { group: string }; body: Partial<Group> }) {
      server.asked.push(body);
      Object.assign(find(params.group), body);
      return { data: find(params.group) };
    },
    async deleteGroup({ params }: { params: { group: string } }) {
      server.groups = server.groups.filter(({ email }) => email !== params.group);
      return { data: { ok: true } };
    },
    listGroupMembers: async () => ({ data: server.members, meta }),
    async addGroupMembers({ params, body }: { params: { group: string }; body: { emails: string[] } }) {
      server.asked.push(body);
      if (body.emails.includes(params.group)) throw new ApiError(400, 'invalid_input', 'A circle');
      server.members = body.emails.map((email) => ({
        ...{ email, name: '', added_at: 1, suspended_at: null },
        kind: email.endsWith(`@${NAME}`) ? 'person' : 'outside',
      }));
      return { data: find(params.group) };
    },
    async removeGroupMember({ params }: { params: { member: string; group: string } }) {
      server.members = server.members.filter(({ email }) => email !== params.member);
      return { data: find(params.group) };
    },
  };
  return { server, api };
}

test.each([
  ['vi', vi, groupsVi],
  ['en', en, groupsEn],
] as const)(
  'an owner adds a group with members, changes and deletes it, in %s',
  async (language, words, shared) => {
    speak(language satisfies Language);
    learnWords(language, { admin: words, groups: shared });
    const groups = { ...words.groups, ...shared };
    const { server, api } = groupServer();
    const { user } = await renderPart(<DomainGroups name={NAME} />, { api: api as never });
    expect(await screen.findByText(groups.none)).toBeTruthy();

    const field = screen.getByLabelText(groups.label);
    await user.type(field, 'lan{Enter}');
    expect(await screen.findByText(groups.taken.replace('{{address}}', TAKEN))).toBeTruthy();
    await user.clear(field);
    await fill(user, field, 'kinhdoanh{Enter}');
    const heading = await screen.findByRole('heading', { name: `kinhdoanh@${NAME}` });
    await expect.poll(() => document.activeElement).toBe(heading);

    await fill(user, await screen.findByLabelText(groups.name), 'Kinh doanh');
    await user.selectOptions(screen.getByLabelText(groups.whoWrites), groups.writers.named);
    await fill(user, screen.getByLabelText(groups.named), 'khach@minhphat.example');
    await user.click(screen.getByRole('button', { name: groups.save }));
    await expect
      .poll(() => server.asked)
      .toEqual([{ name: 'Kinh doanh', writers: 'named', named: ['khach@minhphat.example'] }]);

    const members = screen.getByLabelText(groups.memberLabel);
    await fill(user, members, 'kinhdoanh{Enter}');
    expect(await screen.findByText(groups.memberWrong.replace('{{domain}}', NAME))).toBeTruthy();
    await user.clear(members);
    await user.type(members, 'minh.tran, ngoai@nha.example{Enter}');
    const list = within(await screen.findByRole('list', { name: groups.members }));
    expect(await list.findByText(`minh.tran@${NAME}`)).toBeTruthy();
    expect(list.getByText(groups.kinds.outside)).toBeTruthy();
    const remove = groups.memberRemoveWhich.replace('{{address}}', 'ngoai@nha.example');
    await user.click(list.getByRole('button', { name: remove }));
    await expect.poll(() => list.queryByText('ngoai@nha.example')).toBeNull();
    expect(document.activeElement?.textContent).toBe(groups.members);

    await user.click(screen.getByRole('button', { name: groups.all }));
    const line = await screen.findByRole('button', { name: /Kinh doanh/ });
    await expect.poll(() => document.activeElement).toBe(line);
    await user.click(line);
    await user.click(await screen.findByRole('button', { name: groups.delete }));
    const question = within(await screen.findByRole('dialog'));
    await user.click(question.getByRole('button', { name: groups.delete }));
    expect(await screen.findByText(groups.none)).toBeTruthy();
  },
);
