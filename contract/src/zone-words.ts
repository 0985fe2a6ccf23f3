/** Where a time zone is, as people say it, and how far it is from UTC on a day: `Việt Nam`, `GMT+7`. */
export function zoneWords(
  zone: string,
  unixSeconds: number,
  language: string,
): { place: string; offset: string } {
  const named = (timeZoneName: 'shortGeneric' | 'shortOffset') =>
    new Intl.DateTimeFormat(language === 'vi' ? 'vi-VN' : 'en-GB', { timeZone: zone, timeZoneName })
      .formatToParts(unixSeconds * 1000)
      .find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  return { place: named('shortGeneric').replace(/^Giờ | Time$/, ''), offset: named('shortOffset') };
}
