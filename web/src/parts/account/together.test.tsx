import { defaultScheduler, notifyManager } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderPart } from '../../test-kit/render-part.tsx';
import { useQuery } from '../queries/use-query.ts';
import { Together } from './together.tsx';

afterEach(() => notifyManager.setScheduler(defaultScheduler));

function Part({ name, answer }: { name: string; answer: Promise<string> }) {
  const { data = '…' } = useQuery({ queryKey: [name], queryFn: () => answer });
  return <p>{data}</p>;
}

test('parts that are answered at the same time appear once all of them show their answers', async () => {
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  await renderPart(
    <Together>
      <Part name="first" answer={first.promise} />
      <Part name="second" answer={second.promise} />
    </Together>,
  );
  const parts = document.querySelector('div[hidden]');
  expect(parts?.textContent).toBe('……');
  const planned: (() => void)[] = [];
  notifyManager.setScheduler((tell) => void planned.push(tell));
  await act(async () => {
    first.resolve('A');
    second.resolve('B');
  });
  const shown: (string | null)[] = [];
  while (planned.length > 0) {
    await act(async () => planned.shift()?.());
    if (!parts?.hasAttribute('hidden')) shown.push(parts?.textContent ?? null);
  }
  expect(new Set(shown)).toEqual(new Set(['AB']));
});
