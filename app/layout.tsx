// The frame of every page: language, theme, and what all pages share.
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { Providers } from '#components/shell/providers.tsx';
import './globals.css';

export const metadata: Metadata = {
  title: { default: 'Asterion', template: '%s · Asterion' },
  description: 'A workspace in which a prompt never loses its answer.',
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  interactiveWidget: 'resizes-content',
  themeColor: [
    { media: '(prefers-color-scheme: dark)', color: '#0e1320' },
    { media: '(prefers-color-scheme: light)', color: '#f6f7fb' },
  ],
};

export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    // The theme's script sets the attribute before React wakes up: that difference is meant.
    <html lang="en" suppressHydrationWarning>
      <body>
        <Providers nonce={nonce}>{children}</Providers>
      </body>
    </html>
  );
}
