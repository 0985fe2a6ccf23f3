import { expect, test } from 'vitest';
import {
  OWN_CALENDAR,
  fieldsOf as someFields,
  ZONE,
} from '../../../model/calendar/test-kit/fake-calendar.ts';
import { recipientsFromText } from '../../../model/compose/recipient-text.ts';
import {
  changedFields,
  type EventFormValues,
  faultsOf,
  fieldsOf,
  hasTimes,
  newValues,
  valuesOf,
  valuesWith,
  withStart,
  withWhole,
} from './form-values.ts';

const EVENT = {
  fields: someFields('Họp', '2026-11-23', '09:00', { rule: 'FREQ=WEEKLY' }),
  calendar_id: 'own',
};
const VALUES = valuesOf(EVENT, ZONE);
const faults = (change: Partial<EventFormValues>) => faultsOf({ ...VALUES, ...change });

test('CV-10 a form that nobody touched changes nothing, however the rule was written', () => {
  expect(changedFields(EVENT.fields, fieldsOf(VALUES, [OWN_CALENDAR]))).toEqual({});
  const other = { ...EVENT, fields: { ...EVENT.fields, rule: 'FREQ=HOURLY;BYDAY=MO' } };
  const two = { ...EVENT, fields: { ...EVENT.fields, reminders: [1440, 10] } };
  expect(changedFields(two.fields, fieldsOf(valuesOf(two, ZONE), [OWN_CALENDAR]))).toEqual({});
  expect(changedFields(other.fields, fieldsOf(valuesOf(other, ZONE), [OWN_CALENDAR]))).toEqual({});
});

test('CV-11 a time that was found begins an event with whom and what it was found for', () => {
  const start = Date.UTC(2026, 10, 20, 14);
  const rooms = [{ name: 'Phòng A', email: 'phong-a@saomai.example' }];
  const values = valuesWith(
    { people: ['ha@saomai.example'], optional: ['lan@saomai.example'], rooms },
    { kind: 'zoned', span: { start, end: start + 3_600_000 } },
    { zone: ZONE, calendarId: 'own' },
  );
  expect(fieldsOf(values, [OWN_CALENDAR])).toMatchObject({
    start: { day: '2026-11-20', clock: '14:00', zone: ZONE },
    guests: [
      { name: '', email: 'ha@saomai.example' },
      { name: '', email: 'lan@saomai.example', is_optional: true },
    ],
    rooms,
  });
});

test('CL-198 guests who may stay away are apart in the form, which changes nothing', () => {
  const guests = [
    { name: '', email: 'lan@saomai.example', is_optional: true as const },
    { name: '', email: 'ha@saomai.example' },
  ];
  const event = { ...EVENT, fields: { ...EVENT.fields, guests } };
  const values = valuesOf(event, ZONE);
  expect(values.optional.map(({ email }) => email)).toEqual(['lan@saomai.example']);
  expect(changedFields(event.fields, fieldsOf(values, [OWN_CALENDAR]))).toEqual({});
  const required = { ...values, guests: [...values.guests, ...values.optional], optional: [] };
  expect(changedFields(event.fields, fieldsOf(required, [OWN_CALENDAR])).guests).toEqual([
    { name: '', email: 'ha@saomai.example' },
    { name: '', email: 'lan@saomai.example' },
  ]);
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
  expect(fieldsOf(values, [OWN_CALENDAR])).toMatchObject({
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

test('CL-68 CL-71 a new event reminds as its calendar says, until something else is chosen', () => {
  const calendars = [
    { ...OWN_CALENDAR, reminders: { timed: [10], day: [-480] } },
    { ...OWN_CALENDAR, id: 'team', is_default: false, reminders: { timed: [], day: [960] } },
  ];
  const begin = { span: { start: 0, end: 3_600_000 }, kind: 'zoned' as const };
  const values = newValues(begin, { zone: ZONE, calendarId: 'own' });
  const reminders = (change: Partial<EventFormValues>) =>
    fieldsOf({ ...values, ...change }, calendars).reminders;
  expect(reminders({})).toEqual([10]);
  expect(reminders({ isWhole: true })).toEqual([-480]);
  expect(reminders({ calendarId: 'team' })).toEqual([]);
  expect(reminders({ calendarId: 'team', isWhole: true })).toEqual([960]);
  expect(reminders({ isWhole: true, reminders: [60, 0, 60] })).toEqual([0, 60]);
});

test('CL-210 when an event is, is known while a guest is mistyped, whichever guest it is', () => {
  const wrong = recipientsFromText('lan@');
  expect(faults({ optional: wrong }).guests).toBe('guests');
  expect(hasTimes({ ...VALUES, guests: wrong })).toBe(true);
  expect(hasTimes({ ...VALUES, optional: wrong })).toBe(true);
  expect(hasTimes({ ...VALUES, startDay: '' })).toBe(false);
});

test('CL-254 whole days leave one free and a time does not, unless that was chosen', () => {
  const span = { start: 0, end: 3_600_000 };
  const of = { zone: ZONE, calendarId: 'own' };
  const timed = newValues({ span, kind: 'zoned' }, of);
  const whole = newValues({ span, kind: 'day' }, of);
  expect([timed.isBusy, whole.isBusy]).toEqual([true, false]);
  expect(withWhole(timed, true).isBusy).toBe(false);
  expect(withWhole(withWhole(timed, true), false).isBusy).toBe(true);
  expect(withWhole({ ...whole, isBusy: true }, false).isBusy).toBe(true);
  expect(withWhole({ ...timed, isBusy: false }, true).isBusy).toBe(false);
});
