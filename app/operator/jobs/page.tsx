// Every job by any filter and order.
import type { Metadata } from 'next';
import { Suspense } from 'react';
import { JobsPage } from '#components/operator/jobs/jobs-page.tsx';

export const metadata: Metadata = { title: 'Jobs' };

export default function Page() {
  return (
    <Suspense>
      <JobsPage />
    </Suspense>
  );
}
