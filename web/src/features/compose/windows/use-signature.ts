import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useCompose, useComposeModel, useComposeWindow } from '../../../parts/compose/lazy-compose.ts';
import { notify } from '../../../parts/notices/notify.ts';
import type { MailEditorHandle } from '../editor/mail-editor.tsx';

const SECONDS_TO_REPLACE = 8;

/**
 * Keeps the signature in step with the sender and, until the message is saved as a draft, with the settings.
 * Returns how to choose another one. A signature that the user has edited is replaced only after asking.
 */
export function useSignature(id: string, editor: RefObject<MailEditorHandle | null>) {
  const { t } = useTranslation();
  const model = useComposeModel();
  const wanted = useCompose((compose) => compose.signatureFor(id));
  const view = useComposeWindow(id);
  const from = view?.from ?? '';
  // A text loaded from elsewhere brings its own signature.
  const text = view?.loading ? null : view?.bodyRevision;
  const before = useRef({ wanted, from, text });

  function choose(html: string | null, was: string | null): void {
    const known = [...model.signatures().map((signature) => signature.html), ...(was === null ? [] : [was])];
    const replace = () => {
      editor.current?.setSignature(html);
      editor.current?.flush();
    };
    if (editor.current?.whichSignature(known) !== 'edited') {
      replace();
      return;
    }
    notify({
      text: t('composeWindow.signature.kept'),
      action: { label: t('composeWindow.signature.replace'), run: replace },
      seconds: SECONDS_TO_REPLACE,
    });
  }

  const follow = useEffectEvent(() => {
    const last = before.current;
    before.current = { wanted, from, text };
    if (last.wanted === wanted || last.text !== text) return;
    // A draft keeps the signature that it was saved with until its sender changes.
    if (last.from === from && model.window(id)?.messageId !== null) return;
    // The user removed the signature on purpose.
    if (last.wanted !== null && editor.current?.whichSignature([]) === 'none') return;
    choose(wanted, last.wanted);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever one of them changes
  useEffect(() => follow(), [wanted, from, text]);

  return (html: string | null) => choose(html, before.current.wanted);
}
