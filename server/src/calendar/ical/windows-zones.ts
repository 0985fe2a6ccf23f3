/** The zone names of Outlook and Exchange, each mapped to one place (CLDR, windowsZones). */
const PLACES = new Map(
  Object.entries({
    'SE Asia Standard Time': 'Asia/Ho_Chi_Minh',
    'Singapore Standard Time': 'Asia/Singapore',
    'China Standard Time': 'Asia/Shanghai',
    'Taipei Standard Time': 'Asia/Taipei',
    'Tokyo Standard Time': 'Asia/Tokyo',
    'Korea Standard Time': 'Asia/Seoul',
    'W. Australia Standard Time': 'Australia/Perth',
    'AUS Eastern Standard Time': 'Australia/Sydney',
    'E. Australia Standard Time': 'Australia/Brisbane',
    'AUS Central Standard Time': 'Australia/Darwin',
    'Cen. Australia Standard Time': 'Australia/Adelaide',
    'New Zealand Standard Time': 'Pacific/Auckland',
    'Myanmar Standard Time': 'Asia/Yangon',
    'Bangladesh Standard Time': 'Asia/Dhaka',
    'India Standard Time': 'Asia/Kolkata',
    'Sri Lanka Standard Time': 'Asia/Colombo',
    'Nepal Standard Time': 'Asia/Kathmandu',
    'Pakistan Standard Time': 'Asia/Karachi',
    'West Asia Standard Time': 'Asia/Tashkent',
    'Central Asia Standard Time': 'Asia/Bishkek',
    'Afghanistan Standard Time': 'Asia/Kabul',
    'Arabian Standard Time': 'Asia/Dubai',
    'Arab Standard Time': 'Asia/Riyadh',
    'Arabic Standard Time': 'Asia/Baghdad',
    'Iran Standard Time': 'Asia/Tehran',
    'Israel Standard Time': 'Asia/Jerusalem',
    'Turkey Standard Time': 'Europe/Istanbul',
    'Russian Standard Time': 'Europe/Moscow',
    'FLE Standard Time': 'Europe/Kyiv',
    'GTB Standard Time': 'Europe/Bucharest',
    'E. Europe Standard Time': 'Europe/Chisinau',
    'Egypt Standard Time': 'Africa/Cairo',
    'South Africa Standard Time': 'Africa/Johannesburg',
    'E. Africa Standard Time': 'Africa/Nairobi',
    'W. Central Africa Standard Time': 'Africa/Lagos',
    'W. Europe Standard Time': 'Europe/Berlin',
    'Romance Standard Time': 'Europe/Paris',
    'Central Europe Standard Time': 'Europe/Budapest',
    'Central European Standard Time': 'Europe/Warsaw',
    'GMT Standard Time': 'Europe/London',
    'Greenwich Standard Time': 'Atlantic/Reykjavik',
    'E. South America Standard Time': 'America/Sao_Paulo',
    'Argentina Standard Time': 'America/Argentina/Buenos_Aires',
    'SA Eastern Standard Time': 'America/Cayenne',
    'SA Western Standard Time': 'America/La_Paz',
    'SA Pacific Standard Time': 'America/Bogota',
    'Atlantic Standard Time': 'America/Halifax',
    'Newfoundland Standard Time': 'America/St_Johns',
    'Eastern Standard Time': 'America/New_York',
    'US Eastern Standard Time': 'America/Indiana/Indianapolis',
    'Central Standard Time': 'America/Chicago',
    'Central Standard Time (Mexico)': 'America/Mexico_City',
    'Mountain Standard Time': 'America/Denver',
    'US Mountain Standard Time': 'America/Phoenix',
    'Pacific Standard Time': 'America/Los_Angeles',
    'Alaskan Standard Time': 'America/Anchorage',
    'Hawaiian Standard Time': 'Pacific/Honolulu',
    UTC: 'UTC',
  }),
);

/** All places of IANA, the best known ones of those that share their clocks first. */
export function placeNames(): Iterable<string> {
  return new Set([...PLACES.values(), ...Intl.supportedValuesOf('timeZone')]);
}

/** The IANA zone of that name, or null. Some programs put a path before it. */
export function knownZone(name: string): string | null {
  const given = name.trim().replace(/^"|"$/g, '');
  const windows = PLACES.get(given);
  if (windows !== undefined) return windows;
  const parts = given.split('/').filter((part) => part !== '');
  for (const tail of [3, 2, 1]) {
    const zone = parts.slice(-tail).join('/');
    if (isZone(zone)) return zone;
  }
  return null;
}

function isZone(zone: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
