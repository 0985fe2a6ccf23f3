import { ApiError } from '@bocau/contract/client.ts';
import type { ContactBulk, ContactBulkOrder } from '@bocau/contract/contact-bulk.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contactTools as englishTools } from '../../../i18n/en/contact-tools.ts';
import { contacts as english } from '../../../i18n/en/contacts.ts';
import { learnWords } from '../../../i18n/i18n.ts';
import { contactTools as vietnameseTools } from '../../../i18n/vi/contact-tools.ts';
import { contacts as vietnamese } from '../../../i18n/vi/contacts.ts';
import { cardOf } from '../../../model/contacts/test-kit/fake-contacts.ts';
import { undoLatest } from '../../../parts/acts/undo-latest.ts';
import { notices } from '../../../parts/notices/notify.ts';
import { renderContacts } from '../../../test-kit/render-contacts.tsx';
import { speak } from '../../../test-kit/words.ts';
import type { ListQuestion } from '../lists/list-question.ts';
import { ListQuestionDialog } from '../lists/list-question-dialog.tsx';

beforeAll(() => {
  learnWords('vi', { contacts: vietnamese, contactTools: vietnameseTools });
  learnWords('en', { contacts: english, contactTools: englishTools });
});
beforeEach(() => {
  localStorage.clear();
  notices.set([]);
});

const MORE = LIMITS.pageSizeMax + 5;
const many = Array.from({ length: MORE }, (_, at) =>
  cardOf(`c${at}`, `Khách ${String(at).padStart(4, '0')}`),
);

/** The server's jobs: each is done at the second look. */
function bulkServer(refused: ApiError[] = []) {
  const orders: ContactBulkOrder[] = [];
  const acts: string[] = [];
  let job: ContactBulk | null = null;
  let looks = 0;
  const answer = (changes: Partial<ContactBulk>) => {
    job = { ...(job as ContactBulk), ...changes };
    return { data: job };
  };
  const calls = {
    startContactBulk: async ({ body }: { body: ContactBulkOrder }) => {
      const failure = refused.shift();
      if (failure) throw failure;
      orders.push(body);
      looks = 0;
      job = {
        id: `j${orders.length}`,
        act: body.act,
        state: 'running',
        total: MORE,
        done: 0,
        changed: 0,
        can_undo: true,
      };
      return answer({});
    },
    getContactBulk: async () => {
      looks += 1;
      const undone = job?.state === 'undoing';
      if (looks < 2) return answer(undone ? { done: 2 } : { done: 2, changed: 2 });
      return answer(undone ? { state: 'undone' } : { state: 'done', done: MORE, changed: MORE });
    },
    stopContactBulk: async () => {
      acts.push('stop');
      return answer({ state: 'cancelled' });
    },
    undoContactBulk: async () => {
      acts.push('undo');
      looks = 0;
      return answer({ state: 'undoing' });
    },
  };
  return { orders, acts, calls: calls as never };
}

const said = () => notices.get().map(({ text }) => text);

describe.each([
  ['vi', vietnamese, vietnameseTools, 'Đã hoàn tác: '],
  ['en', english, englishTools, 'Undone: '],
] as const)('in %s', (language, words, tools, undone) => {
  beforeEach(() => speak(language));
  const counted = (text: string, count = MORE) =>
    text.replace('{{count, number}}', String(count)).replace('{{total, number}}', String(count));

  test('CT-40 the whole list is selected without loading it, acted on by the server, and undone', async () => {
    const server = bulkServer();
    const { user } = await renderContacts(many, '/contacts', undefined, undefined, server.calls);
    await user.click(screen.getByRole('checkbox', { name: words.pickAll }));
    await user.click(screen.getByRole('button', { name: counted(words.whole.pick) }));
    screen.getByText(counted(words.whole.pickedAll));
    screen.getByText(counted(words.picked));
    const bar = within(screen.getByRole('toolbar', { name: words.toolbar }));
    // A message or a file of so many has no place.
    expect(bar.queryByRole('button', { name: words.acts.write })).toBeNull();
    await user.click(bar.getByRole('button', { name: words.acts.trash }));
    expect(server.orders).toEqual([{ where: {}, act: 'trash' }]);
    await screen.findByText(new RegExp(words.bulk.running.trash.split(':')[0] ?? ''));
    const done = counted(words.done.trash);
    await waitFor(() => expect(said()).toContain(done), { timeout: 4000 });
    await act(() => undoLatest());
    await waitFor(() => expect(said()).toContain(`${undone}${done}`), { timeout: 4000 });
    expect(server.acts).toEqual(['undo']);
  });

  function asked(kind: ListQuestion['kind'], calls: never) {
    const list = { name: 'Khách hàng', total: 1 };
    const dialog = <ListQuestionDialog question={{ kind, list }} onClose={() => undefined} />;
    return renderContacts(undefined, '/contacts', undefined, dialog, calls);
  }

  test('CT-41 a list is renamed, to no name that is taken, and the rename is undone', async () => {
    const server = bulkServer([new ApiError(409, 'already_exists', 'Taken')]);
    const { user } = await asked('rename', server.calls);
    const field = screen.getByRole('textbox', { name: tools.lists.name });
    await user.clear(field);
    await user.keyboard('{Enter}');
    screen.getByText(tools.lists.missing);
    await user.type(field, 'Cũ{Enter}');
    await screen.findByText(tools.lists.taken);
    expect(document.activeElement).toBe(field);
    await user.clear(field);
    await user.type(field, 'Đối tác{Enter}');
    const done = words.done.listRenamed.replace('{{list}}', 'Đối tác');
    await waitFor(() => expect(said()).toContain(done), { timeout: 4000 });
    expect(server.orders).toEqual([{ where: { list: 'Khách hàng' }, act: 'relist', to_list: 'Đối tác' }]);
    await act(() => undoLatest());
    await waitFor(() => expect(said()).toContain(`${undone}${done}`), { timeout: 4000 });
  });

  test('CT-41 a list is deleted after a question that says what stays', async () => {
    const server = bulkServer();
    const { user } = await asked('remove', server.calls);
    const question = within(screen.getByRole('dialog'));
    await user.click(question.getByRole('button', { name: tools.lists.remove.confirm }));
    const done = words.done.listRemoved.replace('{{list}}', 'Khách hàng');
    await waitFor(() => expect(said()).toContain(done), { timeout: 4000 });
    expect(server.orders).toEqual([{ where: { list: 'Khách hàng' }, act: 'relist', to_list: null }]);
  });
});
