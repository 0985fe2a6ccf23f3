import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createFakeCompose, startCompose } from '../../../model/compose/test-kit/start-compose.ts';
import { createManualClock } from '../../../model/engine/test-kit/manual-clock.ts';
import { ComposeContext, type LazyCompose } from '../../../parts/compose/lazy-compose.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { SubjectLine } from './subject-line.tsx';

test.each([
  ['vi', 'Sửa chủ đề', 'Chủ đề'],
  ['en', 'Edit subject', 'Subject'],
] as const)(
  'CW-9 the subject of a reply is editable after "edit subject" is chosen, in %s',
  async (language, edit, field) => {
    speak(language);
    const clock = createManualClock();
    const server = createFakeCompose(clock);
    const { model } = await startCompose(server, clock);
    const from = { name: 'Bình', email: 'binh@saomai.example' };
    const answered = { ...server.outbox.create({ subject: 'Báo giá' }), draft: null, from };
    const id = model.openReply(answered, 'reply', 'window') as string;
    await act(() => clock.advance(10));
    const compose = { subscribe: model.subscribe, model: () => model } as unknown as LazyCompose;
    const { user } = await renderPart(
      <ComposeContext value={compose}>
        <SubjectLine id={id} />
      </ComposeContext>,
    );
    expect(screen.getByText('Re: Báo giá')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(screen.getByRole('button', { name: edit }));
    const input = screen.getByRole<HTMLInputElement>('textbox', { name: field });
    await waitFor(() => expect(document.activeElement).toBe(input));
    expect(input.value).toBe('Re: Báo giá');
    await user.type(input, ' quý 4');
    await user.tab();
    expect(model.window(id)?.subject).toBe('Re: Báo giá quý 4');
  },
);
