import { MantineContext, MantineThemeProvider } from '@mantine/core';
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useState } from 'react';
import { type Appearance, applyAppearance, rememberedAppearance, shownScheme } from './appearance.ts';
import { theme } from './theme.ts';

type AppearanceChoice = {
  appearance: Appearance;
  scheme: 'light' | 'dark';
  choose(appearance: Appearance): void;
};

const AppearanceContext = createContext<AppearanceChoice | null>(null);

/**
 * What MantineProvider would give its components. It is not used: it brings the code that computes variables
 * and remembers a colour scheme into the first script, and we have both by other means.
 */
const MANTINE = {
  setColorScheme: () => undefined,
  clearColorScheme: () => undefined,
  getRootElement: () => document.documentElement,
  classNamesPrefix: 'mantine',
  cssVariablesSelector: ':root',
  withStaticClasses: true,
};

export function AppearanceProvider({ children }: { children: ReactNode }) {
  const [appearance, choose] = useState(rememberedAppearance);
  const [scheme, setScheme] = useState(() => shownScheme(appearance));
  useLayoutEffect(() => applyAppearance(appearance, setScheme), [appearance]);
  const choice = useMemo(() => ({ appearance, scheme, choose }), [appearance, scheme]);
  const mantine = useMemo(() => ({ ...MANTINE, colorScheme: scheme }), [scheme]);
  return (
    <AppearanceContext value={choice}>
      <MantineContext value={mantine}>
        <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
      </MantineContext>
    </AppearanceContext>
  );
}

export function useAppearance(): AppearanceChoice {
  const choice = useContext(AppearanceContext);
  if (!choice) throw new Error('There is no appearance around this part of the screen');
  return choice;
}
