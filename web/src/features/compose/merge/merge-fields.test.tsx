import { MantineProvider } from '@mantine/core';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Prefill } from '../../../model/compose/compose-model.ts';
import { createFakeCompose, startCompose } from '../../../model/compose/test-kit/start-compose.ts';
import { createManualClock } from '../../../model/engine/test-kit/manual-clock.ts';
import { ComposeContext, type LazyCompose, useCompose } from '../../../parts/compose/lazy-compose.ts';
import { noteMerges } from '../../../parts/merges/use-has-merges.ts';
import { createTestQueue } from '../../../parts/uploads/test-kit/test-queue.ts';
import { UploadQueueContext } from '../../../parts/uploads/use-uploads.ts';
import { mergeOf } from '../../../test-kit/merge-of.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { ComposeLayer } from '../windows/compose-layer.tsx';

afterEach(() => noteMerges(false));

function ShownLayer() {
  return <ComposeLayer windows={useCompose((compose) => compose.windows())} />;
}

/** The window of a draft; `merged`: a merge is prepared with it. */
async function openDraft(merged: boolean, prefill: Prefill = {}) {
  const clock = createManualClock();
  const { model } = await startCompose(createFakeCompose(clock), clock);
  const lazy = {
    subscribe: model.subscribe,
    onSendFailed: () => () => undefined,
    model: () => model,
  } as unknown as LazyCompose;
  const id = model.openNew({ subject: 'Công nợ', ...prefill }) ?? '';
  await model.save(id, { evenEmpty: true });
  const draft_id = model.window(id)?.messageId ?? null;
  noteMerges(merged);
  const listMerges = async () => ({ data: [mergeOf({ draft_id })] });
  const { user } = await renderPart(
    <MantineProvider env="test">
      <UploadQueueContext value={createTestQueue().queue}>
        <ComposeContext value={lazy}>
          <main id="content" tabIndex={-1} />
          <ShownLayer />
        </ComposeContext>
      </UploadQueueContext>
    </MantineProvider>,
    { signedIn: { enable_drive: false }, api: { listMerges } as never },
  );
  return { model, user, id, view: () => model.window(id) };
}

test.each([
  ['vi', 'Gửi riêng cho 2 người trong khach.csv', 'Chủ đề', 'Chèn cột', 'Kiểm tra và gửi', 'Gửi'],
  ['en', 'To each of 2 people in khach.csv', 'Subject', 'Insert column', 'Check and send', 'Send'],
] as const)(
  'MM-4 in %s a column is put into the subject behind a brace and by the menu, and nothing is sent from here',
  async (language, people, subject, insert, review, send) => {
    speak(language);
    const { user, view } = await openDraft(true);
    expect(await screen.findByRole('link', { name: people })).toBeTruthy();
    const field = screen.getByRole('textbox', { name: subject });
    await user.type(field, ' {{so');
    await user.click(await screen.findByRole('option', { name: /Số tiền/ }));
    expect((field as HTMLInputElement).value).toBe('Công nợ {Số tiền}');
    await user.click(screen.getByRole('button', { name: insert }));
    await user.click(await screen.findByRole('menuitem', { name: '{Tên}' }));
    expect((field as HTMLInputElement).value).toBe('Công nợ {Số tiền}{Tên}');
    await user.tab();
    await waitFor(() => expect(view()?.subject).toBe('Công nợ {Số tiền}{Tên}'));
    expect(screen.getByRole('button', { name: review })).toBeTruthy();
    expect(screen.queryByRole('button', { name: send })).toBeNull();
  },
);

test.each([
  ['vi', 'Hà, binh ở ô Đến không được gửi: trộn thư gửi riêng cho từng dòng của bảng.'],
  ['en', 'Hà, binh in To will get nothing: a mail merge writes to each row of the table.'],
] as const)('MM-1 in %s it says which recipients of the message get nothing', async (language, words) => {
  speak(language);
  const { view } = await openDraft(true, { to: 'Hà <ha@minhphat.example>, binh@minhphat.example' });
  expect(await screen.findByText(words)).toBeTruthy();
  expect(view()?.to).toHaveLength(2);
});

test('a message becomes a merge from the menu beside Send: it is saved, and its window waits', async () => {
  speak('vi');
  const { user, view } = await openDraft(false);
  const window = screen.getByRole('dialog', { name: 'Công nợ' });
  await user.click(await within(window).findByRole('button', { name: 'Tùy chọn gửi khác' }));
  await user.click(await screen.findByRole('menuitem', { name: /^Trộn thư/ }));
  await act(async () => undefined);
  await waitFor(() => expect(view()?.windowState).toBe('mini'));
});

test.each([
  ['no reminder is promised for the messages of a merge, which have none', true],
  ['one is shown for a message of its own', false],
] as const)('FU-13 %s', async (_title, merged) => {
  speak('vi');
  const { model, id } = await openDraft(merged);
  await screen.findByRole('button', { name: merged ? 'Kiểm tra và gửi' : 'Gửi' });
  await act(async () => model.change(id, { followUp: { after_days: 3 } }));
  expect(screen.queryAllByText('Nhắc sau 3 ngày nếu chưa ai trả lời')).toHaveLength(merged ? 0 : 1);
});
