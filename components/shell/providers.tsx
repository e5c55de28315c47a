// What every page stands in: the theme, the query cache, and the place for notices.
'use client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { ThemeProvider } from 'next-themes';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { toasterWish } from '#components/ui/toast.ts';

const ToasterView = dynamic(() => import('./toaster-view.tsx'), { ssr: false });

export function Providers({ nonce, children }: { readonly nonce: string | undefined; readonly children: ReactNode }) {
  const [client] = useState(
    () =>
      new QueryClient({
        defaultOptions: {
          // The server may be on this very machine: the browser's idea of being offline decides nothing.
          queries: { refetchOnWindowFocus: false, retry: 1, networkMode: 'always' },
          mutations: { networkMode: 'always' },
        },
      }),
  );
  return (
    <ThemeProvider
      attribute="data-theme"
      defaultTheme="system"
      enableSystem
      disableTransitionOnChange
      {...(nonce === undefined ? {} : { nonce })}
    >
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
      <Toasts />
    </ThemeProvider>
  );
}

function Toasts() {
  const isWanted = useSyncExternalStore(toasterWish.subscribe, toasterWish.read, () => false);
  return isWanted ? <ToasterView /> : null;
}
