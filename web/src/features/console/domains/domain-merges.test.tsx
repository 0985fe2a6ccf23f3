import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { learnWords } from '../../../i18n/i18n.ts';
import { admin } from '../../../i18n/vi/admin.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { DomainMerges } from './domain-merges.tsx';

const NAME = 'saomai.example';
const readLog = vi.fn(async () => []);

function Log() {
  useQuery({ queryKey: ['audit-log', {}, null], queryFn: readLog });
  return null;
}

beforeEach(async () => {
  await speak('vi');
  learnWords('vi', { admin });
  readLog.mockClear();
});

function show(perDay: number | null) {
  const changeDomain = vi.fn(async () => ({ data: {} }));
  const part = renderPart(
    <>
      <Log />
      <DomainMerges name={NAME} perDay={perDay} onChanged={async () => undefined} />
    </>,
    { api: { changeDomain } as never },
  );
  return part.then((shown) => ({ ...shown, changeDomain }));
}

test('MM-12 a number of people a day is set as people write it, and stands in the log at once', async () => {
  const { user, changeDomain } = await show(null);
  const field = screen.getByRole('textbox', { name: admin.merges.label });
  await user.type(field, '1000001{Enter}');
  expect(await screen.findByText(/^Nhập một số từ 0 đến 100.000;/)).toBeTruthy();
  expect(changeDomain).not.toHaveBeenCalled();
  await expect.poll(() => readLog.mock.calls.length).toBe(1);
  await user.clear(field);
  await user.type(field, '1.200{Enter}');
  const body = { merges_per_day: 1200 };
  await expect.poll(() => changeDomain.mock.calls).toEqual([[{ params: { domain: NAME }, body }]]);
  await expect.poll(() => readLog.mock.calls.length).toBe(2);
});

test('MM-12 a domain with a number of its own goes back to the default', async () => {
  const { user, changeDomain } = await show(0);
  expect(screen.getByText(admin.merges.none)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: admin.merges.clear }));
  const body = { merges_per_day: null };
  await expect.poll(() => changeDomain.mock.calls).toEqual([[{ params: { domain: NAME }, body }]]);
});
