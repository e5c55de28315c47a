// One job with its trace.
import type { Metadata } from 'next';
import { JobPage } from '#components/operator/job/job-page.tsx';

export const metadata: Metadata = { title: 'Job' };

export default async function Page({ params }: { readonly params: Promise<{ id: string }> }) {
  const { id } = await params;
  return <JobPage jobId={id} />;
}
