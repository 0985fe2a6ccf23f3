import { withoutHidden } from '../../platform/mime/hidden-characters.ts';

/** As programs write the address of a video meeting: RFC 7986, Google's and Outlook's. */
const NAMES = [
  'CONFERENCE',
  'X-GOOGLE-CONFERENCE',
  'X-MICROSOFT-SKYPETEAMSMEETINGURL',
  'X-MICROSOFT-ONLINEMEETINGEXTERNALLINK',
];
const LENGTH = 2_000;

const WEB = /^https?:\/\/\S+$/i;

/** What others have written where an address of the web stands; empty where it is none, and nothing that opens. */
export function webAddress(written: string): string {
  return WEB.test(written) ? written : '';
}

/** The first one that leads into the web; a telephone number, say, is another way in. */
export function meetingAddress(valuesOf: (name: string) => readonly string[]): string {
  for (const name of NAMES) {
    const found = valuesOf(name).find((value) => WEB.test(value.trim()));
    if (found !== undefined) return withoutHidden(found.slice(0, LENGTH)).text.trim();
  }
  return '';
}
