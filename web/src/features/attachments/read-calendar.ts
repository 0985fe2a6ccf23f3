/** A day, or a moment in a named zone, as the invitation writes it. */
export type EventTime = {
  year: number;
  month: number;
  day: number;
  clock: string | null;
  zone: string | null;
};

export type CalendarEvent = {
  title: string;
  start: EventTime | null;
  end: EventTime | null;
  where: string;
  organiser: string;
  description: string;
  repeats: boolean;
  cancelled: boolean;
};

type Property = { name: string; parameters: Map<string, string>; value: string };

/** The first event of a calendar file (RFC 5545); null where there is none. */
export function readCalendar(text: string): CalendarEvent | null {
  const lines = text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/);
  const begin = lines.findIndex((line) => /^BEGIN:VEVENT\s*$/i.test(line));
  if (begin < 0) return null;
  const end = lines.findIndex((line, index) => index > begin && /^END:VEVENT\s*$/i.test(line));
  const properties = withoutInner(lines.slice(begin + 1, end < 0 ? undefined : end)).flatMap(readProperty);
  const find = (name: string) => properties.find((property) => property.name === name);
  const textOf = (name: string) => plainText(find(name)?.value ?? '');
  const organiser = find('ORGANIZER');
  return {
    title: textOf('SUMMARY'),
    start: readTime(find('DTSTART')),
    end: readTime(find('DTEND')),
    where: textOf('LOCATION'),
    organiser: nameOf(organiser),
    description: textOf('DESCRIPTION'),
    repeats: find('RRULE') !== undefined,
    cancelled:
      textOf('STATUS').toUpperCase() === 'CANCELLED' ||
      lines.some((line) => /^METHOD:CANCEL\s*$/i.test(line)),
  };
}

/** Reminders lie inside of the event, with words of their own. */
function withoutInner(lines: string[]): string[] {
  let depth = 0;
  return lines.filter((line) => {
    if (/^BEGIN:/i.test(line)) depth += 1;
    const outside = depth === 0;
    if (/^END:/i.test(line)) depth -= 1;
    return outside;
  });
}

function readProperty(line: string): Property[] {
  const match = /^([A-Za-z0-9-]+)((?:;[^=:;]+=(?:"[^"]*"|[^":;]*))*):(.*)$/s.exec(line);
  if (!match) return [];
  const [, name = '', given = '', value = ''] = match;
  const parameters = [...given.matchAll(/;([^=:;]+)=(?:"([^"]*)"|([^":;]*))/g)].map(
    ([, key = '', quoted, plain]) => [key.toUpperCase(), quoted ?? plain ?? ''] as const,
  );
  return [{ name: name.toUpperCase(), parameters: new Map(parameters), value: value.trim() }];
}

function readTime(property: Property | undefined): EventTime | null {
  const match = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})\d{2}(Z)?)?$/.exec(property?.value ?? '');
  if (!match) return null;
  const [, year, month, day, hour, minute, utc] = match;
  return {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    clock: hour === undefined ? null : `${hour}:${minute}`,
    zone: utc ? 'UTC' : (property?.parameters.get('TZID') ?? null),
  };
}

function nameOf(organiser: Property | undefined): string {
  if (!organiser) return '';
  const email = organiser.value.replace(/^mailto:/i, '');
  const name = organiser.parameters.get('CN') ?? '';
  return name === '' || name === email ? email : `${name} <${email}>`;
}

function plainText(text: string): string {
  return text.replaceAll(/\\([\\;,nN])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign));
}
