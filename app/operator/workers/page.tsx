// The processes that work, and what is kept from being claimed.
import type { Metadata } from 'next';
import { WorkersPage } from '#components/operator/workers/workers-page.tsx';

export const metadata: Metadata = { title: 'Workers' };

export default function Page() {
  return <WorkersPage />;
}
