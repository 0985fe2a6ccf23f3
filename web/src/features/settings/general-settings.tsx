import { ApiError } from '@bocau/contract/client.ts';
import type { ChosenSettings } from '@bocau/contract/settings.ts';
import { type FormEvent, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { changeLanguage, say, spoken } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useKnownSettings, useSettingsModel } from '../../parts/settings/use-settings.ts';
import { useNavigate } from '../../router/router.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { DeviceFields } from './device-fields.tsx';
import { DisplayFields } from './display-fields.tsx';
import { unsavedOf } from './general-form.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { ReadingFields } from './reading-fields.tsx';
import { SaveBar } from './save-bar.tsx';
import styles from './settings-form.module.css';
import { SettingsState } from './settings-state.tsx';
import { SignatureFields } from './signature-fields.tsx';
import { SwipeFields } from './swipe-fields.tsx';
import type { UnsavedReply } from './use-reply-form.ts';
import { useSignatures } from './use-signatures.ts';
import { WritingFields } from './writing-fields.tsx';

const ReplySettings = lazyPart(async () => (await import('./reply-settings.tsx')).ReplySettings);

export function GeneralSettings() {
  const { t } = useTranslation();
  const { settings, failed } = useKnownSettings();
  const { retry } = useSettingsModel();
  if (!settings) return <SettingsState failed={failed} words={t('settings.loadFailed')} onRetry={retry} />;
  return <GeneralForm settings={settings} />;
}

function GeneralForm({ settings }: { settings: ChosenSettings }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { save } = useSettingsModel();
  // Only the user's own choices, so that changes made on another device still show.
  const [chosen, setChosen] = useState<Partial<ChosenSettings>>({});
  const [reply, setReply] = useState<UnsavedReply | null>(null);
  const latest = useRef(chosen);
  const [saving, setSaving] = useState(false);
  const signatures = useSignatures(settings);
  const leaving = useRef(false);
  const unsaved = unsavedOf(settings, chosen);
  const isUnsaved = Object.keys(unsaved).length > 0 || signatures.hasUnsaved() || reply !== null;
  const shown = { ...settings, ...chosen };

  // On submit the editor passes on its content before the next render.
  function choose(change: Partial<ChosenSettings>) {
    latest.current = { ...latest.current, ...change };
    setChosen(latest.current);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    // Commits the text typed in the editor.
    if (!signatures.check() || reply?.check() === false) return;
    if (saving || (!isUnsaved && !signatures.hasUnsaved())) return;
    setSaving(true);
    try {
      withIds(await signatures.save());
      const change = unsavedOf(settings, { ...latest.current, ...signatures.changeOfMain() });
      if (Object.keys(change).length > 0) await save(change);
      latest.current = {};
      setChosen({});
      signatures.forgetMain();
      await signatures.removeGone();
      await reply?.save();
      // In the language that was just chosen.
      if (spoken.get().language !== shown.language) await changeLanguage(shown.language);
      notify({ text: say('settings.saved') });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (signatures.refuse(error)) return;
      notify({
        text: t('settings.saveFailed', { reason: errorWords(t, error) }),
        tone: 'danger',
        seconds: 8,
      });
    } finally {
      setSaving(false);
    }
  }

  /** Replaces temporary ids of new signatures in the choices with the ids they were saved under. */
  function withIds(ids: ReadonlyMap<string, string>) {
    for (const key of ['signature_for_new', 'signature_for_answers'] as const) {
      const id = ids.get(latest.current[key] ?? '');
      if (id !== undefined) choose({ [key]: id });
    }
  }

  function cancel() {
    leaving.current = true;
    void navigate('/');
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <Section title={t('settingFields.sections.display')}>
        <DisplayFields shown={shown} choose={choose} />
      </Section>
      <Section title={t('settingFields.sections.reading')}>
        <ReadingFields shown={shown} choose={choose} />
        <SwipeFields shown={shown} choose={choose} />
      </Section>
      {/* The following part renders together with the late one, so that it is not pushed down. */}
      <Suspense fallback={null}>
        <Section title={t('settingFields.sections.writing')}>
          <WritingFields shown={shown} choose={choose} />
          <SignatureFields shown={shown} choose={choose} signatures={signatures} />
          <ReplySettings onUnsaved={setReply} />
        </Section>
        <Section title={t('settingFields.sections.device')}>
          <DeviceFields />
        </Section>
      </Suspense>
      <SaveBar unsaved={isUnsaved} saving={saving} onCancel={cancel} />
      <LeaveGuard unsaved={isUnsaved || saving} leaving={leaving} />
    </form>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
