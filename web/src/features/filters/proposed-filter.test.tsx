import { MantineProvider } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { filterRequest } from '../../parts/filters/filter-request.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { ProposedFilter } from './proposed-filter.tsx';

async function propose(subject: string) {
  speak('vi');
  filterRequest.set({ from: 'bao.cao@saomai.example', subject });
  const asked: unknown[] = [];
  const api = {
    listRules: async () => ({ data: [] }),
    async countMatches({ body }: { body: unknown }) {
      asked.push(body);
      return { data: { count: 3, complete: true, everything: false } };
    },
  };
  const { user } = await renderPart(
    <MantineProvider env="test">
      <ProposedFilter />
    </MantineProvider>,
    { api: api as never },
  );
  return { user, asked };
}

const values = () => screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value);

test('messages like this are those of its sender; what is common of its subject is offered, unticked', async () => {
  const { user, asked } = await propose('Re: Báo cáo doanh thu tuần 47/2026');
  expect(values()).toEqual(['bao.cao@saomai.example']);
  const offer = screen.getByRole<HTMLInputElement>('checkbox', {
    name: 'Chủ đề chứa “Báo cáo doanh thu tuần”',
  });
  expect(offer.checked).toBe(false);
  await user.click(offer);
  expect(values()).toEqual(['bao.cao@saomai.example', 'Báo cáo doanh thu tuần']);
  await waitFor(() => expect(JSON.stringify(asked.at(-1))).toContain('doanh thu'));
  await user.click(offer);
  expect(values()).toEqual(['bao.cao@saomai.example']);
});

test('a subject of numbers alone offers nothing', async () => {
  await propose('Re: 20/11/2026');
  expect(values()).toEqual(['bao.cao@saomai.example']);
  expect(screen.queryByRole('checkbox')).toBeNull();
});
