// The operator pages side by side; on a small screen the row scrolls and keeps the current one in view.
import { usePathname } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { PageLink } from '#components/ui/page-link.tsx';
import { operatorPages, pageAt } from './operator-pages.ts';

export function OperatorTabs() {
  const current = pageAt(usePathname());
  const row = useRef<HTMLUListElement>(null);
  const href = current?.href;
  useEffect(() => {
    // Sideways only: a link that scrolls into view must not move the page under the reader.
    const link = row.current?.querySelector<HTMLElement>(`a[href="${href}"]`);
    if (row.current !== null && link != null) row.current.scrollLeft = link.offsetLeft - 48;
  }, [href]);
  return (
    <nav aria-label="Operator pages" className="shrink-0 border-b border-line bg-panel">
      <ul
        ref={row}
        className="relative mx-auto flex max-w-[1240px] gap-1 overflow-x-auto px-2 [scrollbar-width:none] max-md:px-0"
      >
        {operatorPages.map((page) => (
          <li key={page.href} className="shrink-0">
            <PageLink
              href={page.href}
              title={`${page.name} (${page.key})`}
              aria-current={page === current ? 'page' : undefined}
              className="relative flex h-10 items-center rounded-small px-3 text-ui text-dim -outline-offset-4 transition-colors duration-180 after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:rounded-full hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink aria-[current=page]:after:bg-water"
            >
              {page.name}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
