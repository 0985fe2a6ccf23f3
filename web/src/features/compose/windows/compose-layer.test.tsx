import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createFakeCompose, startCompose } from '../../../model/compose/test-kit/start-compose.ts';
import { createManualClock } from '../../../model/engine/test-kit/manual-clock.ts';
import { ComposeContext, type LazyCompose } from '../../../parts/compose/lazy-compose.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { ComposeLayer } from './compose-layer.tsx';

test('a window that can not be drawn leaves the other windows as they are', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const clock = createManualClock();
  const { model } = await startCompose(createFakeCompose(clock), clock);
  const [whole, broken] = [model.openNew({ subject: 'Báo giá' }), model.openNew({ subject: 'Hợp đồng' })];
  for (const id of [whole, broken]) model.setState(id as string, 'mini');
  const undrawable = { ...model.window(broken as string), subject: null as never };
  const window = (id: string) => (id === broken ? undrawable : model.window(id));
  const lazy = {
    subscribe: () => () => undefined,
    onSendFailed: () => () => undefined,
    onFrame: () => () => undefined,
    model: () => ({ ...model, window }),
  } as unknown as LazyCompose;
  const reports: unknown[] = [];
  await renderPart(
    <ComposeContext value={lazy}>
      <ComposeLayer windows={model.windows()} />
    </ComposeContext>,
    {
      api: {
        async reportClientError({ body }) {
          reports.push(body);
          return { data: { ok: true } } as never;
        },
      },
    },
  );
  expect(screen.getByText('Báo giá')).toBeTruthy();
  expect(screen.queryByText('Hợp đồng')).toBeNull();
  expect(screen.getByRole('alert').textContent).toContain('Thử lại');
  expect(reports).toEqual([expect.objectContaining({ kind: 'screen', where: 'compose window' })]);
});
