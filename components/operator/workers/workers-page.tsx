// The operator page "Workers".
'use client';
import { PageHeader } from '#components/operator/frame/page-header.tsx';

export function WorkersPage() {
  return <PageHeader title="Workers" says="" command="queue-metrics" />;
}
