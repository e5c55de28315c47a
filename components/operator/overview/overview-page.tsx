// The operator page "Overview".
'use client';
import { PageHeader } from '#components/operator/frame/page-header.tsx';

export function OverviewPage() {
  return <PageHeader title="Overview" says="" command="queue-metrics" />;
}
