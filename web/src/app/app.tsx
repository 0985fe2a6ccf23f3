import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { RouterProvider } from 'react-router';
import { AppearanceProvider } from '../ui/appearance-context.tsx';
import { createRouter } from './router.tsx';
import { createSession } from './session.ts';
import { SessionContext } from './session-context.ts';

export function App() {
  const [session] = useState(createSession);
  const [router] = useState(() => createRouter(session));
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 30_000 } } }),
  );
  return (
    <SessionContext value={session}>
      <QueryClientProvider client={queries}>
        <AppearanceProvider>
          <RouterProvider router={router} />
        </AppearanceProvider>
      </QueryClientProvider>
    </SessionContext>
  );
}
