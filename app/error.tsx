// A page that broke: what was sent is safe, and the page can be drawn again.
'use client';
import { useEffect } from 'react';

export default function ErrorPage({ error, reset }: { readonly error: Error; readonly reset: () => void }) {
  useEffect(() => console.error(error), [error]);
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-3 p-6 text-center">
      <h1 className="text-[20px] font-semibold">This page ran into a problem</h1>
      <p className="max-w-[48ch] text-dim">Nothing that was sent is lost: prompts go on being answered.</p>
      <button
        type="button"
        onClick={reset}
        className="mt-2 rounded-small bg-water-fill px-4 py-2 text-ui font-medium text-on-water"
      >
        Draw the page again
      </button>
    </main>
  );
}
