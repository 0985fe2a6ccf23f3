import { type EventTime, momentOf } from '../ical/event-time.ts';
import type { Part } from '../ical/scan-object.ts';
import type { SourceEdits } from '../ical/source-edits.ts';
import { writeMoment } from '../ical/write-lines.ts';
import { momentIn } from '../reminders/alarms-of.ts';

type Move = { from: EventTime; to: EventTime; lineBreak: string };

/** Moves alarms at a moment with their task: Apple writes them so, others as minutes before it. */
export function moveAlarms(edits: SourceEdits, part: Part, { from, to, lineBreak }: Move): void {
  const shift = momentOf(to) - momentOf(from);
  for (const alarm of part.parts) {
    const at = momentIn(alarm, 'TRIGGER');
    if (at === null || shift === 0) continue;
    edits.setLine(alarm, 'TRIGGER', writeMoment('TRIGGER;VALUE=DATE-TIME', at + shift, lineBreak));
  }
}
