// What goes wrong, grouped by cause.
import type { Metadata } from 'next';
import { Suspense } from 'react';
import { FailuresPage } from '#components/operator/failures/failures-page.tsx';

export const metadata: Metadata = { title: 'Failures' };

export default function Page() {
  return (
    <Suspense>
      <FailuresPage />
    </Suspense>
  );
}
