// The digits that lead from one operator page to another; off together with the single letters.
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { mayUseLetters } from '#components/shell/shortcuts/use-shortcuts.ts';
import { operatorPages } from './operator-pages.ts';

export function usePageKeys(): void {
  const router = useRouter();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!mayUseLetters(event)) return;
      const page = operatorPages.find(({ key }) => key === event.key);
      if (page === undefined) return;
      event.preventDefault();
      router.push(page.href);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [router]);
}
