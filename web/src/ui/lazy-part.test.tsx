import { act, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../test-kit/render-part.tsx';
import { speak } from '../test-kit/words.ts';
import { lazyPart, onPartFailed } from './lazy-part.tsx';
import { PartMissing } from './part-missing.tsx';

test.each([
  ['vi', true, 'Không hiển thị được trang này', /không tải được/],
  ['vi', false, 'Không hiển thị được trang này', /mất kết nối/],
  ['en', true, 'This page couldn’t be shown', /didn’t load/],
  ['en', false, 'This page couldn’t be shown', /offline/],
] as const)('ER-1 in %s a screen whose code does not come says so (online: %s)', async (...given) => {
  const [language, online, title, text] = given;
  await speak(language);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  // React reports it there before the boundary does.
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const failed = vi.fn();
  onPartFailed(failed);
  const Screen = lazyPart(() => Promise.reject(new Error('404')), 'on-demand', PartMissing);
  await act(async () => {
    await renderPart(
      <Suspense>
        <Screen />
      </Suspense>,
    );
  });
  await screen.findByRole('heading', { name: title });
  screen.getByText(text);
  expect(screen.getAllByRole('button')).toHaveLength(1);
  expect(failed).toHaveBeenCalledOnce();
});
