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
import type { UnsavedReply } from './reply-settings.tsx';
import { SaveBar } from './save-bar.tsx';
import styles from './settings-form.module.css';
import { SettingsState } from './settings-state.tsx';
import { SignatureFields } from './signature-fields.tsx';
import { useSignatureText } from './use-signature-text.ts';
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
  // Only what was chosen here: what another device changes meanwhile shows beside it.
  const [chosen, setChosen] = useState<Partial<ChosenSettings>>({});
  const [reply, setReply] = useState<UnsavedReply | null>(null);
  const latest = useRef(chosen);
  const [saving, setSaving] = useState(false);
  const signature = useSignatureText(settings.signature, chosen.signature);
  const leaving = useRef(false);
  const unsaved = unsavedOf(settings, chosen);
  const isUnsaved = Object.keys(unsaved).length > 0 || reply !== null;
  const shown = { ...settings, ...chosen };

  // The editor hands on what is in it as the form is sent, before this is drawn again.
  function choose(change: Partial<ChosenSettings>) {
    latest.current = { ...latest.current, ...change };
    setChosen(latest.current);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    signature.editor.current?.flush();
    const change = unsavedOf(settings, latest.current);
    const isChanged = Object.keys(change).length > 0;
    if ((!isChanged && reply === null) || saving || reply?.check() === false) return;
    setSaving(true);
    try {
      if (isChanged) await save(change);
      latest.current = {};
      setChosen({});
      signature.forget();
      await reply?.save();
      // Said in the language that was just chosen.
      if (spoken.get().language !== shown.language) await changeLanguage(shown.language);
      notify({ text: say('settings.saved') });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (change.signature !== undefined && error.details['key'] === 'signature') {
        signature.refuse(change.signature);
        choose({ signature: '' });
        return;
      }
      notify({
        text: t('settings.saveFailed', { reason: errorWords(t, error) }),
        tone: 'danger',
        seconds: 8,
      });
    } finally {
      setSaving(false);
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
      </Section>
      <Section title={t('settingFields.sections.writing')}>
        <WritingFields shown={shown} choose={choose} />
        <SignatureFields shown={shown} choose={choose} text={signature} />
        <Suspense fallback={null}>
          <ReplySettings onUnsaved={setReply} />
        </Suspense>
      </Section>
      <Section title={t('settingFields.sections.device')}>
        <DeviceFields />
      </Section>
      <SaveBar unsaved={isUnsaved} saving={saving} onCancel={cancel} />
      <LeaveGuard unsaved={isUnsaved} leaving={leaving} />
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
