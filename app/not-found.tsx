// An address that leads nowhere.
import { PageLink } from '#components/ui/page-link.tsx';

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-3 p-6 text-center">
      <h1 className="text-[20px] font-semibold">There is nothing at this address</h1>
      <p className="text-dim">The link may be old or mistyped. Your prompts are all in the field.</p>
      <PageLink
        href="/mission"
        className="mt-2 rounded-small bg-water-fill px-4 py-2 text-ui font-medium text-on-water"
      >
        Go to the field
      </PageLink>
    </main>
  );
}
