const DEVICES: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
];

/** A readable name for the device of this browser; empty where the user agent doesn't tell. */
export function deviceName(userAgent: string): string {
  return DEVICES.find(([sign]) => sign.test(userAgent))?.[1] ?? '';
}
