// The operator page "Schedules".
'use client';
import { PageHeader } from '#components/operator/frame/page-header.tsx';

export function SchedulesPage() {
  return <PageHeader title="Schedules" says="" command="schedules list" />;
}
