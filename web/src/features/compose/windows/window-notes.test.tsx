import { ApiError } from '@bocau/contract/client.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { failureOfError } from '../../../model/compose/send-failures.ts';
import { ComposeContext, type LazyCompose } from '../../../parts/compose/lazy-compose.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { WindowNotes } from './window-notes.tsx';

const REFUSED = new ApiError(403, 'two_step_required', 'set up a second step');

const VIEW = { fault: REFUSED };

test.each([
  ['vi', 'Thiết lập xác thực hai bước'],
  ['en', 'Set up two-step sign-in'],
] as const)(
  'AU-4 a draft that is not saved for want of a second step says so, and leads to it, in %s',
  async (language, setUp) => {
    speak(language);
    const model = {
      subscribe: () => () => undefined,
      window: () => VIEW,
      problemsWhileWriting: () => [],
    };
    const lazy = { subscribe: () => () => undefined, model: () => model } as unknown as LazyCompose;
    await renderPart(
      <ComposeContext value={lazy}>
        <WindowNotes id="w1" />
      </ComposeContext>,
    );
    expect(screen.getByRole('alert')).toBeTruthy();
    expect(screen.getByRole('link', { name: setUp }).getAttribute('href')).toBe('/protect/authentication');
  },
);

test('AU-4 a send that is refused for want of a second step names it', () => {
  expect(failureOfError(REFUSED).reason).toBe('two_step_required');
});
