import { MantineProvider } from '@mantine/core';
import { act, screen } from '@testing-library/react';
import { useRef } from 'react';
import { describe, expect, test } from 'vitest';
import { createFakeCompose, startCompose } from '../../../model/compose/test-kit/start-compose.ts';
import { createManualClock } from '../../../model/engine/test-kit/manual-clock.ts';
import { ComposeContext, type LazyCompose, useComposeWindow } from '../../../parts/compose/lazy-compose.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { FollowUpLine } from './follow-up-line.tsx';

function Line({ id }: { id: string }) {
  const view = useComposeWindow(id);
  const text = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <textarea ref={text} />
      {view && <FollowUpLine view={view} onPressed={() => text.current?.focus()} />}
    </>
  );
}

async function openLine() {
  const clock = createManualClock();
  const { model } = await startCompose(createFakeCompose(clock), clock);
  const id = model.openNew() as string;
  const compose = { subscribe: model.subscribe, model: () => model } as unknown as LazyCompose;
  const part = await renderPart(
    <MantineProvider env="test">
      <ComposeContext value={compose}>
        <Line id={id} />
      </ComposeContext>
    </MantineProvider>,
  );
  const write = (body: string) => act(async () => model.change(id, { body }));
  await act(async () => model.addRecipients(id, 'to', 'binh@minhphat.example'));
  return { ...part, id, write, wish: () => model.window(id)?.followUp };
}

describe.each([
  [
    'vi',
    {
      question: 'Chị gửi giúp em báo giá được không?',
      accept: 'Nhắc sau 3 ngày',
      chip: 'Nhắc sau 3 ngày nếu chưa ai trả lời',
      remove: 'Bỏ lời nhắc',
      others: 'Lựa chọn khác về lời nhắc',
      dismiss: 'Bỏ qua',
      never: 'Không gợi ý nữa',
    },
  ],
  [
    'en',
    {
      question: 'Could you send the offer?',
      accept: 'Remind me in 3 days',
      chip: 'Reminder in 3 days if nobody replies',
      remove: 'Remove the reminder',
      others: 'More about the reminder',
      dismiss: 'Dismiss',
      never: 'Don’t suggest again',
    },
  ],
] as const)('the reminder of a message in %s', (language, words) => {
  test('FU-13 FU-14 is proposed where the text asks, with its words, and shown once chosen', async () => {
    speak(language);
    const { user, write, wish } = await openLine();
    await write('<p>Cảm ơn chị.</p>');
    expect(screen.queryByRole('button')).toBeNull();
    await write(`<p>${words.question}</p>`);
    expect(await screen.findByText(new RegExp(words.question.replace('?', '\\?')))).toBeTruthy();
    await user.click(screen.getByRole('button', { name: words.accept }));
    expect(wish()).toEqual({ after_days: 3 });
    expect(document.activeElement?.tagName).toBe('TEXTAREA');
    expect(screen.getByText(words.chip)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: words.remove }));
    expect(wish()).toBeNull();
    expect(document.activeElement?.tagName).toBe('TEXTAREA');
    await user.click(await screen.findByRole('button', { name: words.others }));
    await user.click(await screen.findByRole('menuitem', { name: words.dismiss }));
    expect(screen.queryByRole('button', { name: words.accept })).toBeNull();
  });

  test('FU-14 is proposed no more where that is said', async () => {
    speak(language);
    const { user, write } = await openLine();
    await write(`<p>${words.question}</p>`);
    await user.click(await screen.findByRole('button', { name: words.others }));
    await user.click(await screen.findByRole('menuitem', { name: words.never }));
    expect(screen.queryByRole('button', { name: words.accept })).toBeNull();
  });
});
