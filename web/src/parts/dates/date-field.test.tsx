import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { DateField } from './date-field.tsx';
import { TimeField } from './time-field.tsx';

const TODAY = '2026-11-21';

function Fields({ onChange }: { onChange(day: string, time: string): void }) {
  const [day, setDay] = useState(TODAY);
  const [time, setTime] = useState('15:32');
  onChange(day, time);
  return (
    <>
      <DateField label="Ngày" value={day} min={TODAY} lean={{ to: 'ahead', from: TODAY }} onChange={setDay} />
      <TimeField label="Giờ" value={time} onChange={setTime} />
    </>
  );
}

async function show() {
  await loadLaterWords();
  const told = vi.fn();
  const part = await renderPart(<Fields onChange={told} />);
  return { ...part, told, day: screen.getByLabelText('Ngày'), time: screen.getByLabelText('Giờ') };
}

test('SC-3 a day and a time are typed as people write them, and written out', async () => {
  const { user, told, day, time } = await show();
  expect([day, time]).toMatchObject([{ value: '21/11/2026' }, { value: '15:32' }]);
  await user.clear(day);
  await user.type(day, '25/12');
  await user.clear(time);
  await user.type(time, '0830');
  await user.tab();
  expect([day, time]).toMatchObject([{ value: '25/12/2026' }, { value: '08:30' }]);
  expect(told).toHaveBeenLastCalledWith('2026-12-25', '08:30');
  await user.type(time, '{ArrowUp}');
  expect(told).toHaveBeenLastCalledWith('2026-12-25', '08:45');
});

test('SC-3 what is no day is marked, stays to be mended, and counts as none', async () => {
  const { user, told, day } = await show();
  await user.clear(day);
  await user.type(day, '31/4');
  await user.tab();
  expect(day).toHaveProperty('value', '31/4');
  expect(day.getAttribute('aria-invalid')).toBe('true');
  expect(told).toHaveBeenLastCalledWith('', '15:32');
});
