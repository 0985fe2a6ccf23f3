import { MantineProvider } from '@mantine/core';
import { act, screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { createFakeCompose, startCompose } from '../../../model/compose/test-kit/start-compose.ts';
import { createManualClock } from '../../../model/engine/test-kit/manual-clock.ts';
import { ComposeContext, type LazyCompose } from '../../../parts/compose/lazy-compose.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { ComposeFooter } from './compose-footer.tsx';

async function openFooter(onDrive?: () => void) {
  const clock = createManualClock();
  const { model, setOnline } = await startCompose(createFakeCompose(clock), clock);
  const id = model.openNew() as string;
  const compose = { subscribe: model.subscribe, model: () => model } as unknown as LazyCompose;
  const [onSend, onChosen] = [vi.fn(), vi.fn()];
  const part = await renderPart(
    <MantineProvider env="test">
      <ComposeContext value={compose}>
        <ComposeFooter id={id} onSend={onSend} onChosen={onChosen} {...(onDrive && { onDrive })} />
      </ComposeContext>
    </MantineProvider>,
  );
  return { ...part, compose: model, id, onSend, onChosen, clock, setOnline };
}

describe.each([
  [
    'vi',
    {
      send: 'Gửi',
      otherWays: 'Tùy chọn gửi khác',
      schedule: 'Hẹn giờ gửi…',
      period: 'Gửi định kỳ…',
    },
  ],
  [
    'en',
    {
      send: 'Send',
      otherWays: 'More send options',
      schedule: 'Schedule send…',
      period: 'Send repeatedly…',
    },
  ],
] as const)('the foot of a message in %s', (language, words) => {
  const button = (name: string) => screen.getByRole('button', { name });

  test('CW-12 sends, now, later or again and again', async () => {
    speak(language);
    const { user, onSend } = await openFooter();
    await user.click(button(words.send));
    for (const way of [words.schedule, words.period]) {
      await user.click(button(words.otherWays));
      await user.click(await screen.findByRole('menuitem', { name: way }));
    }
    expect(onSend.mock.calls).toEqual([['send'], ['schedule'], ['period']]);
  });
});

test('CW-12 once files are chosen the keys go back to the text', async () => {
  const { user, container, onChosen, compose, id } = await openFooter();
  const field = container.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement;
  await user.upload(field, new File(['x'], 'a.txt'));
  expect(compose.window(id)?.attachmentFiles).toHaveLength(1);
  expect(onChosen).toHaveBeenCalledOnce();
});

test('DR-1 a draft whose file waits for a connection is kept here, and not being saved', async () => {
  const { user, container, compose, id, clock, setOnline } = await openFooter();
  const status = () => container.querySelector('[data-status]')?.getAttribute('data-status');
  await act(async () => {
    compose.change(id, { subject: 'Báo giá' });
    await compose.save(id);
    setOnline(false);
  });
  expect(status()).toBe('saved');
  await user.upload(
    container.querySelector('input[type="file"]') as HTMLInputElement,
    new File(['x'], 'a.txt'),
  );
  await act(() => clock.advance(10_000));
  expect(status()).toBe('keptHere');
});

test('FU-13 a time of one’s own is asked for alone, as the menu had the choices; then the keys go back to the text', async () => {
  speak('en');
  const { user, compose, id, onChosen } = await openFooter();
  await user.click(screen.getByRole('button', { name: 'More send options' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Pick a date and time…' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).queryByRole('list')).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: 'Set reminder' }));
  expect(compose.window(id)?.followUp).toMatchObject({ at: expect.any(Number) });
  expect(onChosen).toHaveBeenCalledOnce();
});

test('CW-12 attaches files, counts them, asks to be told of opening, says that it is saved, and deletes', async () => {
  speak('en');
  const { user, compose, id, clock, container } = await openFooter();
  const picker = container.querySelector<HTMLInputElement>('input[type=file]');
  await user.upload(picker as HTMLInputElement, new File(['x'], 'a.pdf'));
  expect(compose.window(id)?.attachmentFiles.map(({ name }) => name)).toEqual(['a.pdf']);
  expect(screen.getByTitle(/1/)).toBeTruthy();
  const tracking = () => screen.getByRole('button', { name: /open/i });
  const before = tracking().getAttribute('aria-pressed');
  await user.click(tracking());
  expect(tracking().getAttribute('aria-pressed')).not.toBe(before);
  await act(async () => {
    compose.change(id, { subject: 'Báo giá' });
    await compose.save(id);
    await clock.advance(10);
  });
  expect(container.querySelector('[data-status]')?.getAttribute('data-status')).toBe('saved');
  await user.click(screen.getByRole('button', { name: 'Delete draft' }));
  expect(compose.window(id)).toBeNull();
});

test('CW-19 on a phone options and deletion are in a menu, which says that one is on', async () => {
  speak('vi');
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({
    ...matchMedia(media),
    matches: media.includes('max-width: 576px'),
  }));
  const { user, compose, id } = await openFooter();
  expect(screen.queryByRole('button', { name: 'Xóa thư nháp' })).toBeNull();
  const more = screen.getByRole('button', { name: 'Tùy chọn khác của thư' });
  expect(more.hasAttribute('data-on')).toBe(false);
  await user.click(more);
  await user.click(
    await screen.findByRole('menuitemcheckbox', { name: 'Mức quan trọng: thường', checked: false }),
  );
  expect(compose.window(id)?.important).toBe(true);
  expect(more.hasAttribute('data-on')).toBe(true);
  await user.click(more);
  await user.click(await screen.findByRole('menuitem', { name: 'Xóa thư nháp' }));
  expect(compose.window(id)).toBeNull();
});

test.each([
  ['vi', 'Thêm tệp từ kho tệp'],
  ['en', 'Add files from the drive'],
] as const)('CW-12 adds files of the drive, where there is one, in %s', async (language, label) => {
  speak(language);
  const onDrive = vi.fn();
  const { user, unmount } = await openFooter(onDrive);
  await user.click(screen.getByRole('button', { name: label }));
  expect(onDrive).toHaveBeenCalledOnce();
  unmount();
  await openFooter();
  expect(screen.queryByRole('button', { name: label })).toBeNull();
});
