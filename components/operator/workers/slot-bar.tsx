// A worker's slots as a row of cells, the used ones filled; many slots become one bar.
const mostCells = 64;

export function SlotBar({ used, total }: { readonly used: number; readonly total: number }) {
  if (total > mostCells)
    return (
      <span aria-hidden="true" className="h-2 flex-1 overflow-hidden rounded-full bg-hover">
        <span className="block h-full bg-pending" style={{ width: `${(used / total) * 100}%` }} />
      </span>
    );
  return (
    <span aria-hidden="true" className="flex min-w-0 flex-1 gap-0.5">
      {Array.from({ length: total }, (_, at) => at).map((at) => (
        <span
          key={at}
          className={`h-2 min-w-0.5 flex-1 rounded-[2px] transition-colors duration-180 ${at < used ? 'bg-pending' : 'bg-line'}`}
        />
      ))}
    </span>
  );
}
