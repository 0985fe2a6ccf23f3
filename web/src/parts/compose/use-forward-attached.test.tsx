import { ApiError } from '@bocau/contract/client.ts';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ComposeModel } from '../../model/compose/compose-model.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { notices } from '../notices/notify.ts';
import { ComposeContext, type LazyCompose } from './lazy-compose.ts';
import { useForwardAttached } from './use-forward-attached.ts';

type Forwarded = Parameters<ReturnType<typeof useForwardAttached>>[0];

function Forward(forwarded: Forwarded) {
  const forward = useForwardAttached();
  return (
    <button type="button" onClick={() => forward(forwarded)}>
      go
    </button>
  );
}

async function forward(forwarded: Forwarded, refusal?: ApiError) {
  const openNew = vi.fn((_prefill: object) => 'w1');
  const lazyCompose = { load: async () => ({ openNew }) as unknown as ComposeModel } as LazyCompose;
  const attachMessages = vi.fn(async ({ body }: { body: { message_ids: string[] } }) => {
    if (refusal) throw refusal;
    return { data: body.message_ids.map((id) => ({ name: `${id}.eml` })) };
  });
  const { user } = await renderPart(
    <ComposeContext value={lazyCompose}>
      <Forward {...forwarded} />
    </ComposeContext>,
    { api: { attachMessages } as never },
  );
  await user.click(screen.getByRole('button'));
  return { openNew, attachMessages };
}

test('one message is a file of a new one, which has its subject', async () => {
  const { openNew } = await forward({ ids: ['m1'], subject: 'Re: Báo giá' });
  await vi.waitFor(() => expect(openNew).toHaveBeenCalledTimes(1));
  expect(openNew).toHaveBeenCalledWith({ subject: 'Fwd: Báo giá', files: [{ name: 'm1.eml' }] });
});

test('several have no subject in common', async () => {
  const { openNew } = await forward({ ids: ['m1', 'm2'], subject: null });
  await vi.waitFor(() => expect(openNew).toHaveBeenCalledTimes(1));
  expect(openNew).toHaveBeenCalledWith({ files: [{ name: 'm1.eml' }, { name: 'm2.eml' }] });
});

test('what is too large opens nothing, and says so', async () => {
  const { openNew } = await forward(
    { ids: ['m1'], subject: '' },
    new ApiError(413, 'too_large', 'too large'),
  );
  await vi.waitFor(() => expect(notices.get().at(-1)?.text).toMatch(/25 MB/));
  expect(openNew).not.toHaveBeenCalled();
});

test('more than one call takes are refused before anything is asked', async () => {
  const ids = Array.from({ length: 51 }, (_, at) => `m${at}`);
  const { attachMessages } = await forward({ ids, subject: null });
  expect(notices.get().at(-1)?.text).toMatch(/tối đa 50 thư/);
  expect(attachMessages).not.toHaveBeenCalled();
});
