import { sameValue } from '../../../model/engine/same-value.ts';
import { type EventFormValues, fieldsOf } from './form-values.ts';

/** Whether rooms answer anew to what is saved: another title takes none away. */
export function answerAnew(values: EventFormValues, before: EventFormValues): boolean {
  const of = (one: EventFormValues) => {
    const { start, end, rule, rooms } = fieldsOf(one, []);
    return { start, end, rule, rooms };
  };
  return !sameValue(of(values), of(before));
}
