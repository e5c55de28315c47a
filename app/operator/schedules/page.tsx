// Prompts that are sent again and again.
import type { Metadata } from 'next';
import { SchedulesPage } from '#components/operator/schedules/schedules-page.tsx';

export const metadata: Metadata = { title: 'Schedules' };

export default function Page() {
  return <SchedulesPage />;
}
