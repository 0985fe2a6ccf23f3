import type { HeldAct, HeldMessage } from '@bocau/contract/held-messages.ts';
import type { KeptGroup } from '@bocau/contract/own-groups.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { groups as en } from '../../../i18n/en/groups.ts';
import { type Language, learnWords } from '../../../i18n/i18n.ts';
import { groups as vi } from '../../../i18n/vi/groups.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { GroupsScreen } from './groups-screen.tsx';

const GROUP = 'kinhdoanh@saomai.example';
const KEPT: KeptGroup = {
  ...{ email: GROUP, name: 'Kinh doanh', members: 3, keeps: true, member: false, held: 2 },
  ...{ writers: 'members', named: [], strangers: 'held', allowed: [] },
};
const meta = { next_cursor: null };

function heldMessage(id: string, subject: string, proven: boolean): HeldMessage {
  const from = { email: `${id}@doitac.example`, name: 'Khách' };
  const undecided = { decision: null, decided_at: null, decided_by: null };
  return { ...{ id, from, proven, subject, size: 1000, received_at: 1_795_000_000 }, ...undecided };
}

function keeperServer() {
  const server = {
    held: [heldMessage('quen', 'Báo giá', true), heldMessage('la', '', false)],
    acts: [] as string[],
    /** Decided by another keeper before. */
    first: null as string | null,
  };
  const api = {
    listOwnGroups: async () => ({
      data: [KEPT, { ...KEPT, email: 'tatca@saomai.example', name: '', keeps: false, member: true, held: 0 }],
      meta,
    }),
    showKeptGroup: async () => ({ data: { ...KEPT, held: server.held.length } }),
    listKeptMembers: async () => ({ data: [], meta }),
    listHeldMessages: async () => ({ data: server.held }),
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
    expect(kept.textContent).toContain(words.own.keeps);
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
