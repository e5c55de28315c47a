// The field in the middle of the page: map or list, whichever is wanted, each loaded when it is first shown.
import dynamic from 'next/dynamic';
import { type ReactNode, useEffect } from 'react';
import type { FieldProps } from '#components/field/field-props.ts';
import type { FieldDrop } from '#lib/live/cache.ts';
import type { ViewName } from './use-mission-url.ts';

const loadMap = () => import('#components/field/field-view.tsx').then(({ FieldView }) => FieldView);
const loadList = () => import('./listing/listing.tsx').then(({ Listing }) => Listing);
const FieldView = dynamic(loadMap, { ssr: false });
const Listing = dynamic(loadList, { ssr: false });

interface FieldAreaProps extends Omit<FieldProps, 'rows'> {
  /** Null while it isn't known yet. */
  readonly view: ViewName | null;
  readonly rows: readonly FieldDrop[];
  readonly isLoaded: boolean;
}

export function FieldArea({ view, isLoaded, ...props }: FieldAreaProps): ReactNode {
  // The view's code comes while the rows do, not after them. Should it not come, showing the view asks again.
  useEffect(() => {
    if (view !== null) (view === 'map' ? loadMap() : loadList()).catch(() => {});
  }, [view]);
  if (view === null) return null;
  if (!isLoaded && props.rows.length === 0) return <FieldLoading />;
  const View = view === 'map' ? FieldView : Listing;
  return <View {...props} />;
}

function FieldLoading() {
  return (
    <div role="status" className="grid h-full place-items-center text-ui text-dim">
      <span className="animate-pulse">Loading the field…</span>
    </div>
  );
}
