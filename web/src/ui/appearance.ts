const REMEMBERED = 'bocau.theme';

export const APPEARANCES = ['light', 'dark', 'system'] as const;
export type Appearance = (typeof APPEARANCES)[number];

const dark = window.matchMedia('(prefers-color-scheme: dark)');

export function rememberedAppearance(): Appearance {
  const kept = localStorage.getItem(REMEMBERED);
  return APPEARANCES.find((appearance) => appearance === kept) ?? 'system';
}

export function shownScheme(appearance: Appearance): 'light' | 'dark' {
  if (appearance !== 'system') return appearance;
  return dark.matches ? 'dark' : 'light';
}

/** Applies the light or dark theme; returns a function that stops following the device's setting. */
export function applyAppearance(
  appearance: Appearance,
  onScheme: (scheme: 'light' | 'dark') => void,
): () => void {
  localStorage.setItem(REMEMBERED, appearance);
  const draw = () => {
    const scheme = shownScheme(appearance);
    // Mantine's style sheets go by attributes of their own.
    Object.assign(document.documentElement.dataset, {
      theme: scheme,
      mantineColorScheme: scheme,
      respectReducedMotion: 'true',
    });
    onScheme(scheme);
  };
  draw();
  dark.addEventListener('change', draw);
  return () => dark.removeEventListener('change', draw);
}
