const DEVICES: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
];

/** What somebody would call the device of this browser; empty where it does not say. */
export function deviceName(userAgent: string): string {
  return DEVICES.find(([sign]) => sign.test(userAgent))?.[1] ?? '';
}
