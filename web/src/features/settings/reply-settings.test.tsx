import type { ApiClient } from '@bocau/contract/client.ts';
import type { VacationRule } from '@bocau/contract/rule-definitions.ts';
import type { Rule } from '@bocau/contract/rules.ts';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notices } from '../../parts/notices/notify.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { ReplyBanner } from './reply-banner.tsx';
import { ReplySettings } from './reply-settings.tsx';
import type { UnsavedReply } from './use-reply-form.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T09:00:00+07:00') });
  speak('vi');
});
afterEach(() => {
  vi.useRealTimers();
});

const SAVED: VacationRule = {
  type: 'vacation',
  is_enable: true,
  start_date: '2026-11-18',
  end_date: '2026-11-25',
  subject: 'Nghỉ phép',
  from: 'lan.anh@saomai.example',
  body: 'Tôi nghỉ.',
  only_organisation: false,
};

/** A server with these rules, and the requests it received. */
function serverWith(...replies: VacationRule[]) {
  const said: { call: string; reply: VacationRule; tell_again?: boolean }[] = [];
  let rules = replies.map((reply, index) => ruleOf(`r${index}`, reply));
  function ruleOf(id: string, reply: VacationRule) {
    return { id, is_enable: reply.is_enable, sieve_json: JSON.stringify(reply) } as Rule;
  }
  function save(
    call: string,
    id: string,
    body: { sieve_json?: string | undefined; tell_again?: boolean | undefined },
  ) {
    const reply = JSON.parse(body.sieve_json ?? '') as VacationRule;
    said.push({ call, reply, ...(body.tell_again === undefined ? {} : { tell_again: body.tell_again }) });
    rules = [...rules.filter((rule) => rule.id !== id), ruleOf(id, reply)];
    return { data: rules.at(-1) as Rule, meta: undefined };
  }
  const api: Partial<ApiClient> = {
    listRules: async () => ({ data: rules, meta: undefined }),
    createRule: async ({ body }) => save('create', 'new', body),
    updateRule: async ({ params, body }) => save(`update ${params.id}`, params.id, body),
  };
  return { api, said };
}

/** Stands for the surrounding form and its button. */
function Form() {
  const [unsaved, setUnsaved] = useState<UnsavedReply | null>(null);
  return (
    <>
      <ReplySettings onUnsaved={setUnsaved} />
      <button
        type="button"
        disabled={unsaved === null}
        onClick={() => unsaved?.check() && void unsaved.save()}
      >
        Lưu
      </button>
    </>
  );
}

const field = (name: string) => screen.findByRole('textbox', { name });
const save = () => screen.getByRole('button', { name: 'Lưu' });

test('VA-1 VA-3 the first save makes the rule, with an end proposed in seven days', async () => {
  const { api, said } = serverWith();
  const { user, model } = await renderPart(<Form />, { api });
  await user.click(await screen.findByRole('radio', { name: 'Bật' }));
  expect(await field('Ngày bắt đầu')).toHaveProperty('value', '20/11/2026');
  expect(await field('Ngày kết thúc')).toHaveProperty('value', '27/11/2026');
  await user.type(await field('Nội dung'), 'Tôi nghỉ.');
  await user.click(save());
  const { email } = model.user() ?? { email: '' };
  expect(said).toEqual([
    {
      call: 'create',
      reply: {
        ...SAVED,
        ...{ start_date: '2026-11-20', end_date: '2026-11-27', subject: '', from: email },
      },
    },
  ]);
  await screen.findByText('Đang tự động trả lời đến hết 27/11.');
  expect(save()).toHaveProperty('disabled', true);
});

test('VA-1 VA-3 later ones change it, and the end is optional', async () => {
  const { api, said } = serverWith(SAVED);
  const { user } = await renderPart(<Form />, { api });
  await user.click(await screen.findByRole('checkbox', { name: 'Có ngày kết thúc' }));
  expect(screen.queryByRole('textbox', { name: 'Ngày kết thúc' })).toBeNull();
  await user.click(save());
  expect(said).toMatchObject([{ call: 'update r0', reply: { end_date: null, subject: 'Nghỉ phép' } }]);
});

test('VA-5 a corrected text goes to the same people again only where that is chosen, each time', async () => {
  const { api, said } = serverWith(SAVED);
  const { user } = await renderPart(<Form />, { api });
  const again = () =>
    screen.queryByRole('checkbox', { name: 'Trả lời lại cả những người đã nhận nội dung cũ' });
  await user.type(await field('Nội dung'), ' Gọi anh Minh.');
  expect(again()).toHaveProperty('checked', false);
  await user.click(save());
  expect(said).toEqual([{ call: 'update r0', reply: { ...SAVED, body: 'Tôi nghỉ. Gọi anh Minh.' } }]);
  await expect.poll(again).toBeNull();
  await user.type(await field('Nội dung'), ' Cảm ơn.');
  await user.click(again() as HTMLElement);
  await user.click(save());
  expect(said.at(-1)).toMatchObject({ tell_again: true, reply: { body: 'Tôi nghỉ. Gọi anh Minh. Cảm ơn.' } });
  await user.type(await field('Nội dung'), ' An.');
  expect(again()).toHaveProperty('checked', false);
});

test('VA-2 an end before the start, and an empty text, are said beside their fields', async () => {
  const { api, said } = serverWith({ ...SAVED, is_enable: false, body: '' });
  const { user } = await renderPart(<Form />, { api });
  await user.click(await screen.findByRole('radio', { name: 'Bật' }));
  const last = await field('Ngày kết thúc');
  await user.clear(last);
  await user.type(last, '17/11/2026');
  await user.click(save());
  screen.getByText('Ngày kết thúc không được trước ngày bắt đầu.');
  screen.getByText('Viết nội dung trả lời.');
  expect(document.activeElement).toBe(last);
  expect(said).toEqual([]);
});

test('VA-1 the preview shows what people get', async () => {
  const { api } = serverWith({ ...SAVED, subject: '' });
  const { user } = await renderPart(<Form />, { api });
  await user.click(await screen.findByRole('button', { name: 'Xem trước' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Người viết cho bạn sẽ nhận' }));
  dialog.getByText('Trả lời tự động');
  dialog.getByText('Tôi nghỉ.');
});

test('VA-5 the banner turns it off, and on again', async () => {
  const { api, said } = serverWith(SAVED);
  const { user } = await renderPart(
    <main id="content" tabIndex={-1}>
      <ReplyBanner end="2026-11-25" />
    </main>,
    { api },
  );
  screen.getByText('Đang tự động trả lời đến hết 25/11');
  await user.click(screen.getByRole('button', { name: 'Tắt trả lời tự động' }));
  expect(said).toEqual([{ call: 'update r0', reply: { ...SAVED, is_enable: false } }]);
  expect(document.activeElement?.id).toBe('content');
  const notice = notices.get().at(-1);
  expect(notice?.text).toBe('Đã tắt trả lời tự động.');
  await notice?.undo?.();
  expect(said.at(-1)).toEqual({ call: 'update r0', reply: SAVED });
});
