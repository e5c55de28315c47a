// When the failures of a group happened: small bars, the newest at the right.

interface TimelineProps {
  readonly counts: readonly number[];
  readonly label: string;
}

export function Timeline({ counts, label }: TimelineProps) {
  const most = Math.max(1, ...counts);
  return (
    <div role="img" aria-label={label} className="flex h-10 w-48 items-end gap-px border-b border-line max-md:w-full">
      {counts.map((count, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place.
          key={at}
          title={String(count)}
          className="min-w-0 flex-1 rounded-t-[2px] bg-salmon"
          style={{ height: count === 0 ? 0 : `${Math.max(8, (100 * count) / most)}%` }}
        />
      ))}
    </div>
  );
}
