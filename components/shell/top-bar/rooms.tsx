// The rooms of the product at the left end of the bar, the one a person is in first in strength.
import { PageLink } from '#components/ui/page-link.tsx';

export type RoomName = 'field' | 'operator';

const rooms: readonly {
  readonly name: RoomName;
  readonly words: string;
  readonly href: string;
  readonly keys: string;
}[] = [
  { name: 'field', words: 'Field', href: '/mission', keys: 'g f' },
  { name: 'operator', words: 'Operator', href: '/operator', keys: 'g o' },
];

export function Rooms({ current }: { readonly current: RoomName }) {
  return (
    <nav aria-label="Rooms" className="flex h-11 shrink-0 items-center gap-3 tracking-[-0.01em] max-sm:gap-2.5">
      <svg width="18" height="18" viewBox="0 0 32 32" aria-hidden="true" className="-mr-1 max-[351px]:hidden">
        <path d="M16 3c5 7 9 11.400 9 16.600a9 9 0 0 1-18 0C7 14.400 11 10 16 3Z" fill="var(--water)" />
      </svg>
      {rooms.map(({ name, words, href, keys }) => (
        <PageLink
          key={name}
          href={href}
          title={`${words} (${keys})`}
          aria-current={name === current ? 'page' : undefined}
          className="flex h-8 items-center rounded-small text-dim hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-ink"
        >
          {words}
        </PageLink>
      ))}
    </nav>
  );
}
