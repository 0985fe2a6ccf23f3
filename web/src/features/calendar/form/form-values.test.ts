import { expect, test } from 'vitest';
import { fieldsOf as someFields, ZONE } from '../../../model/calendar/test-kit/fake-calendar.ts';
import {
  changedFields,
  type EventFormValues,
  faultsOf,
  fieldsOf,
  valuesOf,
  withStart,
} from './form-values.ts';

const EVENT = {
  fields: someFields('Họp', '2026-11-23', '09:00', { rule: 'FREQ=WEEKLY' }),
  calendar_id: 'own',
};
const VALUES = valuesOf(EVENT, ZONE);
const faults = (change: Partial<EventFormValues>) => faultsOf({ ...VALUES, ...change });

test('CV-10 a form that nobody touched changes nothing, however the rule was written', () => {
  expect(changedFields(EVENT.fields, fieldsOf(VALUES))).toEqual({});
  const other = { ...EVENT, fields: { ...EVENT.fields, rule: 'FREQ=HOURLY;BYDAY=MO' } };
  expect(changedFields(other.fields, fieldsOf(valuesOf(other, ZONE)))).toEqual({});
});

test('a later start takes the end with it, over midnight too', () => {
  expect(withStart(VALUES, { startClock: '23:30' })).toMatchObject({
    endDay: '2026-11-24',
    endClock: '00:30',
  });
  expect(withStart(VALUES, { startDay: '2026-11-30' })).toMatchObject({ endDay: '2026-11-30' });
  expect(withStart(VALUES, { startDay: '' })).toMatchObject({ startDay: '', endDay: '2026-11-23' });
});

test('whole days have no clock, and their last day is the end', () => {
  const values = { ...VALUES, isWhole: true, endDay: '2026-11-24' };
  expect(fieldsOf(values)).toMatchObject({
    start: { day: '2026-11-23', clock: null, zone: null },
    end: { day: '2026-11-24', clock: null, zone: null },
  });
});

test('what can’t be is named at its field', () => {
  const rule = VALUES.repeat.kind === 'rule' ? VALUES.repeat.rule : null;
  if (!rule) throw new Error('There is no rule');
  expect(faults({ startDay: '' })).toEqual({ startDay: 'day' });
  expect(faults({ endClock: '08:00' })).toEqual({ endClock: 'end' });
  expect(faults({ endDay: '2026-11-22' })).toEqual({ endDay: 'end' });
  expect(faults({ url: 'javascript:alert(1)' })).toEqual({ url: 'url' });
  expect(faults({ repeat: { kind: 'rule', rule: { ...rule, weekdays: [] } } })).toEqual({
    repeat: 'weekdays',
  });
  expect(faults({ repeat: { kind: 'rule', rule: { ...rule, interval: 0 } } })).toEqual({
    repeat: 'interval',
  });
  expect(faults({ repeat: { kind: 'rule', rule: { ...rule, count: 0 } } })).toEqual({ repeat: 'count' });
});
