// Tokens and cost by day, model and thread.
import type { Metadata } from 'next';
import { Suspense } from 'react';
import { LedgerPage } from '#components/operator/ledger/ledger-page.tsx';

export const metadata: Metadata = { title: 'Ledger' };

export default function Page() {
  return (
    <Suspense>
      <LedgerPage />
    </Suspense>
  );
}
