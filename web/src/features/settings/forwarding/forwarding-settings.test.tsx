import { ApiError } from '@bocau/contract/client.ts';
import type { Rule } from '@bocau/contract/rules.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { notices } from '../../../parts/notices/notify.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import { ForwardingSettings } from './forwarding-settings.tsx';
import { addressFault } from './forwards.ts';

function forward(id: string, email: string, state: { active?: boolean; verified?: boolean } = {}): Rule {
  const { active = false, verified = true } = state;
  return {
    ...{ id, is_enable: active, name: email, position: 0, hits: 0, last_hit_at: null, problem: null },
    sieve_json: JSON.stringify({ type: 'autofw', is_enable: active, email }),
    sieve_script: '',
    verify: verified,
  };
}

/** A server with these rules, and the requests it received. */
function serverWith(rules: Rule[]) {
  const change = (id: string, to: Partial<Rule>) => {
    const at = rules.findIndex((rule) => rule.id === id);
    rules[at] = { ...(rules[at] as Rule), ...to };
    return rules[at] as Rule;
  };
  return {
    listRules: vi.fn(async () => ({ data: [...rules] })),
    createRule: vi.fn(async ({ body }: { body: { sieve_json: string } }) => {
      const { email } = JSON.parse(body.sieve_json) as { email: string };
      const made = forward('new', email, { verified: false });
      rules.push(made);
      return { data: made };
    }),
    updateRule: vi.fn(async ({ params, body }: { params: { id: string }; body: { is_enable?: boolean } }) => {
      for (const { id } of rules) change(id, { is_enable: false });
      return { data: change(params.id, { is_enable: body.is_enable ?? false }) };
    }),
    deleteRule: vi.fn(async ({ params }: { params: { id: string } }) => {
      rules.splice(
        rules.findIndex(({ id }) => id === params.id),
        1,
      );
      return { data: { ok: true as const } };
    }),
    verifyForward: vi.fn(async ({ body }: { body: { code: string } }) => {
      if (body.code !== '12345678') throw refusal('verification_code_wrong');
      change('b', { is_enable: true, verify: true });
      return { data: { ok: true as const, is_enable: true } };
    }),
    resendForwardCode: vi.fn(async () => ({ data: { ok: true as const } })),
  };
}

function refusal(code: 'verification_code_wrong'): ApiError {
  return new ApiError(400, code, code);
}

const show = (api: ReturnType<typeof serverWith>) =>
  renderPart(<ForwardingSettings />, { at: '/setting/autoforward', api: api as never });
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

describe.each([
  [
    'vi',
    {
      code: 'Mã xác minh của b@nha.example',
      verify: 'Xác minh b@nha.example',
      resend: 'Gửi lại mã đến b@nha.example',
      wait: /Gửi lại sau \d+ giây/,
      wrong: 'Mã không đúng.',
      save: 'Lưu',
      off: 'Tắt',
      add: 'Thêm địa chỉ',
      email: 'Địa chỉ email',
      submit: 'Gửi mã',
      missing: 'Nhập địa chỉ email.',
      remove: 'Xóa a@nha.example',
    },
  ],
  [
    'en',
    {
      code: 'Verification code of b@nha.example',
      verify: 'Verify b@nha.example',
      resend: 'Resend code to b@nha.example',
      wait: /Resend in \d+ s/,
      wrong: 'The code is incorrect.',
      save: 'Save',
      off: 'Off',
      add: 'Add address',
      email: 'Email address',
      submit: 'Send code',
      missing: 'Enter an email address.',
      remove: 'Remove a@nha.example',
    },
  ],
] as const)('forwarding in %s', (language, words) => {
  test('ER-4 FW-1 FW-4 FW-5 an address waits for its code; a wrong one is told beside it, without a toast', async () => {
    notices.set([]);
    speak(language);
    const api = serverWith([forward('b', 'b@nha.example', { verified: false })]);
    const { user } = await show(api);
    const code = await screen.findByRole('textbox', { name: words.code });
    expect(button(words.verify).disabled).toBe(true);
    await user.type(code, '1');
    expect(button(words.verify).disabled).toBe(false);
    await user.click(button(words.verify));
    expect(await screen.findByText(words.wrong)).toBeTruthy();
    expect(notices.get()).toEqual([]);
    await user.click(button(words.resend));
    expect(await screen.findByRole('button', { name: words.wait })).toBeTruthy();
    await user.type(code, '12345678{Enter}');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: words.code })).toBeNull());
    expect(screen.getByRole('combobox')).toHaveProperty('value', 'b');
  });

  test('FW-1 FW-6 the chosen address is saved, and off switches all off', async () => {
    speak(language);
    const api = serverWith([
      forward('a', 'a@nha.example', { active: true }),
      forward('c', 'c@nha.example'),
      forward('b', 'b@nha.example', { verified: false }),
    ]);
    const { user } = await show(api);
    const select = await screen.findByRole('combobox');
    expect(within(select).getAllByRole('option')).toHaveLength(2);
    await user.selectOptions(select, 'c');
    await user.click(button(words.save));
    expect(api.updateRule).toHaveBeenLastCalledWith({ params: { id: 'c' }, body: { is_enable: true } });
    await user.click(screen.getByRole('radio', { name: words.off }));
    await user.click(button(words.save));
    expect(api.updateRule).toHaveBeenLastCalledWith({ params: { id: 'c' }, body: { is_enable: false } });
    await user.click(button(words.remove));
    expect(api.deleteRule).toHaveBeenCalledWith({ params: { id: 'a' } });
    expect(document.activeElement).toBe(button(words.add));
  });

  test('FW-2 FW-3 an address is added in a dialog, which says what is wrong with it', async () => {
    speak(language);
    const api = serverWith([]);
    const { user } = await show(api);
    await user.click(await screen.findByRole('button', { name: words.add }));
    const email = await screen.findByRole('textbox', { name: words.email });
    await user.click(button(words.submit));
    expect(screen.getByText(words.missing)).toBeTruthy();
    await user.type(email, 'b@nha.example{Enter}');
    expect(await screen.findByRole('textbox', { name: words.code })).toBeTruthy();
    expect(button(words.wait).disabled).toBe(true);
  });
});

test.each([
  ['', 'missing'],
  ['a@', 'invalid'],
  ['An@saomai.example', 'own'],
  ['an+x@saomai.example', 'own'],
  ['A@nha.example', 'known'],
  ['b@nha.example', null],
] as const)('FW-2 %j as an address: %s', (typed, fault) => {
  const known = [{ id: 'a', address: 'a@nha.example', active: false, verified: true }];
  expect(addressFault(typed, known, new Set(['an@saomai.example']))).toBe(fault);
});
