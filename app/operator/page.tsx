// The overview: is everything well, and if not, what needs a hand?
import type { Metadata } from 'next';
import { OverviewPage } from '#components/operator/overview/overview-page.tsx';

export const metadata: Metadata = { title: 'Overview' };

export default function Page() {
  return <OverviewPage />;
}
