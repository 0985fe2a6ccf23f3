import { describe, expect, test } from 'vitest';
import { kindOf, previewOf, scanState } from './file-kinds.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument';

describe('the kinds of files', () => {
  test.each([
    ['anh.PNG', 'image/png', 'image', 'image'],
    ['ban-ve.svg', 'image/svg+xml', 'image', 'none'],
    ['phim.webm', 'video/webm', 'video', 'video'],
    ['ghi-am.mp3', 'application/octet-stream', 'audio', 'audio'],
    ['ho-so.zip', 'application/zip', 'archive', 'archive'],
    ['ho-so.rar', 'application/octet-stream', 'archive', 'none'],
    ['hop-dong.docx', `${OFFICE}.wordprocessingml.document`, 'word', 'office'],
    ['bang-gia.xls', 'application/vnd.ms-excel', 'excel', 'office'],
    ['bang-gia.csv', 'text/csv', 'excel', 'table'],
    ['gioi-thieu.pptx', `${OFFICE}.presentationml.presentation`, 'powerpoint', 'office'],
    ['hoa-don.pdf', 'application/pdf', 'pdf', 'pdf'],
    ['ghi-chu.txt', 'text/plain', 'other', 'text'],
    ['moi-hop.ics', 'text/calendar; method=REQUEST', 'other', 'event'],
    ['thu-goc.eml', 'message/rfc822', 'other', 'mail'],
    ['winmail.dat', 'application/ms-tnef', 'other', 'none'],
    ['khong-duoi', 'application/octet-stream', 'other', 'none'],
  ])('AT-8 PV-5 %s (%s) is of the group %s and shown as %s', (name, content_type, kind, preview) => {
    expect([kindOf({ name, content_type }), previewOf({ name, content_type })]).toEqual([kind, preview]);
  });
});

describe('the scan of a file', () => {
  test.each([
    [true, 'Eicar-Test-Signature', 'infected'],
    [false, 'Error: no answer', 'unscannable'],
    [false, 'OSError 28', 'unscannable'],
    [false, 'Exception', 'unscannable'],
    [false, 'Default message', 'unscannable'],
    [false, null, 'clear'],
  ])('AT-6 AT-7 infected %s, said %s: %s', (has_virus, message, state) => {
    expect(scanState({ has_virus, message })).toBe(state);
  });
});
