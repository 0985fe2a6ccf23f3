import { describe, expect, test } from 'vitest';
import { endsRecipient, isRecipientList } from './typed-recipients.ts';

describe('what is typed', () => {
  test.each([
    'lan@x.vn,',
    'lan@x.vn;',
    'lan@x.vn ',
    'Lan Anh <lan@x.vn> ',
    'a@x.vn b@x.vn ',
    ' lan,',
    '"Lan, Anh" <lan@x.vn>,',
  ])('RC-2 is a recipient: %j', (text) => {
    expect(endsRecipient(text)).toBe(true);
  });

  test.each([
    '',
    ' ',
    'lan ',
    'Lan Anh ',
    'lan@ ',
    'Lan lan@x.vn ',
    'lan@x.vn',
    '"Lan ',
    '"Lan,',
    '"Lan" ',
    'Lan <lan ',
    'Lan <lan,',
  ])('RC-2 is none yet: %j', (text) => {
    expect(endsRecipient(text)).toBe(false);
  });
});

describe('what is pasted', () => {
  test.each(['a@x.vn', 'Lan <a@x.vn>', 'a@x.vn b@x.vn', 'a,b', 'a@x.vn\nb@x.vn'])(
    'RC-2 becomes recipients: %j',
    (text) => {
      expect(isRecipientList(text)).toBe(true);
    },
  );

  test.each(['lan', 'Lan Anh', ' ', '@x.vn'])('RC-2 stays text: %j', (text) => {
    expect(isRecipientList(text)).toBe(false);
  });
});
