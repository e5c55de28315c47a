// Where notices appear, once there is one.
import { useTheme } from 'next-themes';
import { useEffect } from 'react';
import { Toaster } from 'sonner';
import { toasterWish } from '#components/ui/toast.ts';

export default function ToasterView() {
  const { resolvedTheme } = useTheme();
  useEffect(() => toasterWish.tellMounted(), []);
  return (
    <Toaster
      position="top-center"
      offset={56}
      mobileOffset={{ top: 56 }}
      theme={resolvedTheme === 'light' ? 'light' : 'dark'}
      toastOptions={{
        style: {
          background: 'var(--panel-raised)',
          color: 'var(--ink)',
          border: '1px solid var(--line-strong)',
          borderRadius: 'var(--radius)',
          boxShadow: 'var(--shadow)',
          fontFamily: 'var(--font-ui)',
        },
        actionButtonStyle: { background: 'var(--water-fill)', color: 'var(--on-water)' },
      }}
    />
  );
}
