import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { DeferredMails } from './deferred-mails.tsx';

test.each([
  ['vi', 'Đang gửi…', 'Sẽ gửi khi có mạng'],
  ['en', 'Sending…', 'Will be sent when you’re back online'],
] as const)(
  'SD-14 a message is on its way only while the server is within reach, in %s',
  async (language, leaving, waiting) => {
    speak(language);
    const mail = { windowId: 'w1', messageId: null, subject: 'Báo giá', state: 'leaving' } as const;
    const { server, clock } = await renderPart(
      <DeferredMails mails={[mail]} spots={new Map()} onUndo={() => undefined} />,
    );
    const item = () => screen.getByRole('listitem').textContent;
    expect(item()).toContain(leaving);
    await act(async () => {
      server.setUp(false);
      await clock.advance(10);
    });
    expect(item()).toContain(waiting);
    await act(async () => {
      server.setUp(true);
      await clock.advance(10_000);
    });
    expect(item()).toContain(leaving);
  },
);
