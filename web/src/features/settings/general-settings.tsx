import { ApiError } from '@bocau/contract/client.ts';
import { type ChosenSettings, SETTING_OPTIONS } from '@bocau/contract/settings.ts';
import { Button, NativeSelect } from '@mantine/core';
import { type FormEvent, Suspense, useId, useRef, useState } from 'react';
import { errorWords } from '../../i18n/error-words.ts';
import { changeLanguage, LANGUAGE_NAMES, LANGUAGES, loadLaterWords, say, spoken } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { SPLITS, settingsOfSplit, splitOf } from '../../model/settings/split.ts';
import { notify } from '../../parts/notices/notify.ts';
import { allowGestures, useGestures } from '../../parts/settings/gestures.ts';
import { useKnownSettings, useSettingsModel } from '../../parts/settings/use-settings.ts';
import { useNavigate } from '../../router/router.tsx';
import { APPEARANCES } from '../../ui/appearance.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ChoiceRow } from './choice-row.tsx';
import { unsavedOf } from './general-form.ts';
import { ImageSenders } from './image-senders.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import styles from './settings-form.module.css';
import { SettingsState } from './settings-state.tsx';

const NotificationSettings = lazyPart(async () => {
  const [{ NotificationSettings: Part }] = await Promise.all([
    import('./notification-settings.tsx'),
    loadLaterWords(),
  ]);
  return Part;
});

const IMAGES = ['ask', 'always'] as const;
const SWIPE = ['on', 'off'] as const;

export function GeneralSettings() {
  const { t } = useTranslation();
  const { settings, failed } = useKnownSettings();
  const { retry } = useSettingsModel();
  if (!settings) return <SettingsState failed={failed} words={t('settings.loadFailed')} onRetry={retry} />;
  return <GeneralForm settings={settings} />;
}

function GeneralForm({ settings }: { settings: ChosenSettings }) {
  const swipes = useGestures();
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { save } = useSettingsModel();
  const perPageId = useId();
  // Only what was chosen here: what another device changes meanwhile shows beside it.
  const [chosen, setChosen] = useState<Partial<ChosenSettings>>({});
  const [saving, setSaving] = useState(false);
  const leaving = useRef(false);
  const unsaved = unsavedOf(settings, chosen);
  const isUnsaved = Object.keys(unsaved).length > 0;
  const shown = { ...settings, ...chosen };
  const choose = (change: Partial<ChosenSettings>) => setChosen((before) => ({ ...before, ...change }));

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!isUnsaved || saving) return;
    setSaving(true);
    try {
      await save(unsaved);
      setChosen({});
      // Said in the language that was just chosen.
      if (spoken.get().language !== shown.language) await changeLanguage(shown.language);
      notify({ text: say('settings.saved') });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
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
      <ChoiceRow
        label={t('settings.language')}
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value], lang: value }))}
        value={shown.language}
        onChange={(language) => choose({ language })}
      />
      <ChoiceRow
        label={t('settings.appearance')}
        options={APPEARANCES.map((value) => ({ value, label: t(`shell.theme.${value}`) }))}
        value={shown.appearance}
        onChange={(appearance) => choose({ appearance })}
      />
      <div className={styles.row}>
        <label className={styles.label} htmlFor={perPageId}>
          {t('settings.perPage')}
        </label>
        <NativeSelect
          id={perPageId}
          className={styles.select}
          data={SETTING_OPTIONS.item_per_page.map((count) => ({
            value: String(count),
            label: t('settings.perPageOption', { count }),
          }))}
          value={String(shown.item_per_page)}
          onChange={(event) => {
            const chosen = Number(event.currentTarget.value);
            const item_per_page = SETTING_OPTIONS.item_per_page.find((count) => count === chosen);
            if (item_per_page) choose({ item_per_page });
          }}
        />
      </div>
      <ChoiceRow
        label={t('settings.density.title')}
        options={SETTING_OPTIONS.density.map((value) => ({ value, label: t(`settings.density.${value}`) }))}
        value={shown.density}
        onChange={(density) => choose({ density })}
      />
      <ChoiceRow
        label={t('settings.split.title')}
        hint={t('settings.split.hint')}
        options={SPLITS.map((value) => ({ value, label: t(`settings.split.${value}`) }))}
        value={splitOf(shown)}
        onChange={(split) => choose(settingsOfSplit(split))}
      />
      <ChoiceRow
        label={t('settings.images.title')}
        hint={t('settings.images.hint')}
        options={IMAGES.map((value) => ({ value, label: t(`settings.images.${value}`) }))}
        value={shown.remote_images}
        onChange={(remote_images) => choose({ remote_images })}
      />
      <ImageSenders list={shown.image_senders} onChange={(image_senders) => choose({ image_senders })} />
      {window.matchMedia('(pointer: coarse)').matches && (
        <ChoiceRow
          label={t('settings.swipe.title')}
          hint={t('settings.swipe.hint')}
          options={SWIPE.map((value) => ({ value, label: t(`settings.swipe.${value}`) }))}
          value={swipes ? 'on' : 'off'}
          onChange={(value) => allowGestures(value === 'on')}
        />
      )}
      <Suspense fallback={null}>
        <NotificationSettings />
      </Suspense>
      <div className={styles.bar}>
        <Button
          type="submit"
          loading={saving}
          aria-disabled={!isUnsaved}
          data-disabled={!isUnsaved || undefined}
        >
          {t('common.actions.save')}
        </Button>
        <Button variant="default" onClick={cancel}>
          {t('common.actions.cancel')}
        </Button>
        <span className={styles.unsaved} role="status">
          {isUnsaved && t('settings.unsaved')}
        </span>
      </div>
      <LeaveGuard unsaved={isUnsaved} leaving={leaving} />
    </form>
  );
}
