import { MantineProvider } from '@mantine/core';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { type Appearance, applyAppearance, rememberedAppearance, shownScheme } from './appearance.ts';
import { theme } from './theme.ts';
import { THEME_VARIABLES } from './theme-variables.ts';

type AppearanceChoice = {
  appearance: Appearance;
  scheme: 'light' | 'dark';
  choose(appearance: Appearance): void;
};

const AppearanceContext = createContext<AppearanceChoice | null>(null);

export function AppearanceProvider({ children }: { children: ReactNode }) {
  const [appearance, choose] = useState(rememberedAppearance);
  const [scheme, setScheme] = useState(() => shownScheme(appearance));
  useEffect(() => applyAppearance(appearance, setScheme), [appearance]);
  const choice = useMemo(() => ({ appearance, scheme, choose }), [appearance, scheme]);
  return (
    <AppearanceContext value={choice}>
      <MantineProvider
        theme={theme}
        forceColorScheme={scheme}
        withCssVariables={false}
        withGlobalClasses={false}
      >
        <style>{`@layer library{${THEME_VARIABLES}}`}</style>
        {children}
      </MantineProvider>
    </AppearanceContext>
  );
}

export function useAppearance(): AppearanceChoice {
  const choice = useContext(AppearanceContext);
  if (!choice) throw new Error('There is no appearance around this part of the screen');
  return choice;
}
