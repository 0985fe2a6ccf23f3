import type { HeldAct, HeldManyAct, HeldMessage } from '@bocau/contract/held-messages.ts';
import type { KeptGroup } from '@bocau/contract/own-groups.ts';
import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { groups as en } from '../../../i18n/en/groups.ts';
import { type Language, learnWords } from '../../../i18n/i18n.ts';
import { groups as vi } from '../../../i18n/vi/groups.ts';
import { undoLatest } from '../../../parts/acts/undo-latest.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { GroupLine } from './group-line.tsx';
import { GroupsScreen } from './groups-screen.tsx';

const GROUP = 'kinhdoanh@saomai.example';
const KEPT: KeptGroup = {
  ...{ email: GROUP, name: 'Kinh doanh', members: 3, keeps: true, member: false, held: 2 },
  ...{ requests: 0, joining: 'nobody', asked: false, may_leave: false, sees_members: true },
  ...{ writers: 'members', named: [], strangers: 'held', allowed: [] },
};
const meta = { next_cursor: null };

function heldMessage(id: string, subject: string, proven: boolean): HeldMessage {
  const from = { email: `${id}@doitac.example`, name: 'Khách' };
  const undecided = { decision: null, decided_at: null, decided_by: null };
  return {
    ...{ id, from, proven, subject, size: 1000, text: '', files: [], received_at: 1_795_000_000 },
    ...undecided,
  };
}

function keeperServer() {
  const server = {
    held: [heldMessage('quen', 'Báo giá', true), heldMessage('la', '', false)],
    dropped: [] as HeldMessage[],
    acts: [] as string[],
    /** Decided by another keeper before. */
    first: null as string | null,
  };
  const api = {
    listOwnGroups: async () => ({
      data: [
        KEPT,
        {
          ...KEPT,
          email: 'tatca@saomai.example',
          name: '',
          keeps: false,
          member: true,
          held: 0,
          sees_members: false,
        },
      ],
      meta,
    }),
    showKeptGroup: async () => ({ data: { ...KEPT, held: server.held.length } }),
    listKeptMembers: async () => ({ data: [], meta }),
    listHeldMessages: async () => ({ data: server.held }),
    async decideHeldMessages({ body: { ids, act } }: { body: { ids: string[]; act: HeldManyAct } }) {
      server.acts.push(`${ids.join('+')} ${act}`);
      if (act === 'wait') server.held.push(...server.dropped.filter(({ id }) => ids.includes(id)));
      server.dropped = server.held.filter(({ id }) => act === 'refuse' && ids.includes(id));
      if (act !== 'wait') server.held = server.held.filter(({ id }) => !ids.includes(id));
      return {
        data: ids.map((id) => {
          const proven = id === 'quen';
          const message = heldMessage(id, id, proven);
          const writer = act === 'release_and_allow' ? (proven ? 'allowed' : 'unproven') : null;
          return { id, message: { ...message, decision: 'released', done: true, writer } };
        }),
      };
    },
    async decideHeldMessage({ params, body }: { params: { held: string }; body: { act: HeldAct } }) {
      server.acts.push(`${params.held} ${body.act}`);
      const message = server.held.find(({ id }) => id === params.held) as HeldMessage;
      server.held = server.held.filter(({ id }) => id !== params.held);
      const decision = server.first !== null || body.act === 'refuse' ? 'refused' : 'released';
      return {
        data: {
          ...message,
          decision,
          decided_at: 1,
          decided_by: server.first ?? 'toi@saomai.example',
          done: server.first === null,
          writer: body.act === 'release_and_allow' ? 'allowed' : null,
        },
      };
    },
  };
  return { server, api };
}

const languages = test.each([
  ['vi', vi],
  ['en', en],
] as const);

languages(
  'GR-3 GR-6 a keeper finds the group, and releases and drops what waits, in %s',
  async (language, words) => {
    speak(language satisfies Language);
    learnWords(language, { groups: words });
    const { server, api } = keeperServer();
    const { unmount } = await renderPart(<GroupsScreen group={null} />, { api: api as never });
    const kept = await screen.findByRole('link', { name: /Kinh doanh/ });
    expect(kept.getAttribute('href')).toBe(`/contacts/groups/${encodeURIComponent(GROUP)}`);
    expect(kept.closest('li')?.textContent).toContain(words.own.keeps);
    expect(screen.queryByRole('link', { name: /tatca/ })).toBeNull();
    unmount();

    const { user } = await renderPart(<GroupsScreen group={GROUP} />, { api: api as never });
    const list = within(await screen.findByRole('list', { name: words.held.title }));
    const press = (act: string, subject: string) =>
      user.click(
        list.getByRole('button', {
          name: words.held.which.replace('{{act}}', act).replace('{{subject}}', subject),
        }),
      );
    // A name that anybody can write is never allowed.
    expect(list.getAllByRole('button', { name: new RegExp(words.held.allow) }).length).toBe(1);
    expect(list.getByText(words.held.unproven)).toBeTruthy();
    await press(words.held.allow, 'Báo giá');
    await expect.poll(() => list.queryByText('Báo giá')).toBeNull();
    expect(document.activeElement?.textContent).toBe(words.held.title);
    server.first = 'ban@saomai.example';
    await press(words.held.release, words.held.noSubject);
    expect(await screen.findByText(words.held.none)).toBeTruthy();
    expect(server.acts).toEqual(['quen release_and_allow', 'la release']);
  },
);

languages(
  'GR-40 GR-3 several are dropped and put back, and released, with an answer for each, in %s',
  async (language, words) => {
    await speak(language satisfies Language);
    learnWords(language, { groups: words });
    const { server, api } = keeperServer();
    const { user } = await renderPart(<GroupsScreen group={GROUP} />, { api: api as never });
    const all = await screen.findByRole('checkbox', { name: words.held.many.all });
    await user.click(all);
    await user.click(
      screen.getByRole('button', { name: words.held.many.refuse_other.replace('{{count}}', '2') }),
    );
    expect(await screen.findByText(words.held.none)).toBeTruthy();
    await act(() => undoLatest());
    expect(await screen.findByRole('checkbox', { name: words.held.many.all })).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: words.held.many.all }));
    await user.click(screen.getByRole('button', { name: words.held.many.allow_other }));
    // Whose name anybody can write is not allowed, and that is said of the message.
    const reason = words.held.writer.unproven.replace('{{address}}', 'la@doitac.example');
    expect(await screen.findByText(`${words.held.noSubject}: ${reason}`)).toBeTruthy();
    expect(server.acts).toEqual(['quen+la refuse', 'quen+la wait', 'quen+la release_and_allow']);
  },
);

function joinServer() {
  const none = { keeps: false, member: false, held: 0, requests: 0, asked: false, may_leave: false };
  const closed = { ...KEPT, ...none, sees_members: false };
  const server = {
    groups: [
      { ...closed, email: 'bong@saomai.example', name: 'Bóng đá', joining: 'everyone' },
      { ...closed, email: 'kho@saomai.example', name: 'Kho', joining: 'ask' },
      { ...closed, email: 'tatca@saomai.example', name: 'Tất cả', joining: 'nobody', member: true },
    ],
  };
  const change = (email: string, changes: object) => {
    server.groups = server.groups.map((group) => (group.email === email ? { ...group, ...changes } : group));
    return { data: server.groups.find((group) => group.email === email) };
  };
  const api = {
    listOwnGroups: async () => ({ data: server.groups, meta }),
    joinGroup: async ({ params: { group } }: { params: { group: string } }) =>
      change(group, group.startsWith('bong') ? { member: true, may_leave: true } : { asked: true }),
    leaveGroup: async ({ params: { group } }: { params: { group: string } }) =>
      change(group, { member: false, may_leave: false, asked: false }),
  };
  return { server, api };
}

languages('GR-7 GR-8 one joins, asks, takes it back and leaves, in %s', async (language, words) => {
  speak(language satisfies Language);
  learnWords(language, { groups: words });
  const { api } = joinServer();
  const { user } = await renderPart(<GroupsScreen group={null} />, { api: api as never });
  const button = (act: keyof typeof words.own, group: string) =>
    screen.findByRole('button', { name: `${words.own[act]} ${group}@saomai.example` });
  await user.click(await button('join', 'bong'));
  await user.click(await button('ask', 'kho'));
  await user.click(await button('takeBack', 'kho'));
  await button('ask', 'kho');
  expect(screen.queryByRole('button', { name: /tatca/ })).toBeNull();
  await user.click(await button('leave', 'bong'));
  const question = within(await screen.findByRole('dialog'));
  await user.click(question.getByRole('button', { name: words.own.leave }));
  await button('join', 'bong');
});

test.each([
  ['vi', '2 thư chờ duyệt · 1 người xin vào'],
  ['en', '2 messages waiting · 1 request to join'],
] as const)('GR-3 GR-7 messages and requests that wait are told apart, in %s', async (language, words) => {
  learnWords('vi', { groups: vi });
  learnWords('en', { groups: en });
  await speak(language);
  await renderPart(<GroupLine group={{ ...KEPT, requests: 1 }} busy={false} onAct={() => undefined} />, {});
  expect(screen.getByText(words)).toBeTruthy();
});
