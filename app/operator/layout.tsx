// The operator pages share one frame, which stays while a person goes from page to page.
import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { OperatorFrame } from '#components/operator/frame/operator-frame.tsx';

export const metadata: Metadata = { title: { default: 'Operator', template: '%s · Operator · Asterion' } };

export default function Layout({ children }: { readonly children: ReactNode }) {
  return <OperatorFrame>{children}</OperatorFrame>;
}
