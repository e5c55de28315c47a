// The field with its threads and the compose bar.
import type { Metadata } from 'next';
import { Suspense } from 'react';
import { MissionPage } from '#components/shell/mission-page.tsx';

export const metadata: Metadata = { title: 'Field' };

export default function Page() {
  return (
    <Suspense>
      <MissionPage />
    </Suspense>
  );
}
