// Only this product's own pages and local programs may drive it: Host, Origin and Sec-Fetch-Site are checked on every request.

/** Why a request is turned away: another name than ours (DNS rebinding), or another site's page (CSRF). */
export type SiteVerdict = 'ours' | 'unknown_host' | 'foreign_site';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

export interface SiteOptions {
  /** The port this server listens on. */
  readonly port: number;
  /** A page may be opened by a link from anywhere; data may not. */
  readonly isPage: boolean;
}

/**
 * Programs send neither Origin nor Sec-Fetch-Site and are let through on their Host; browsers always send the latter to
 * loopback addresses. `same-site` is refused with `cross-site`: every other port of this machine counts as same-site.
 */
export function judgeSite(headers: Pick<Headers, 'get'>, { port, isPage }: SiteOptions): SiteVerdict {
  const host = headers.get('host')?.toLowerCase() ?? '';
  const suffix = port === 80 ? '' : `:${port}`;
  if (!loopbackNames.some((name) => host === name + suffix)) return 'unknown_host';
  const origin = headers.get('origin');
  if (origin !== null && origin.toLowerCase() !== `http://${host}`) return 'foreign_site';
  const site = headers.get('sec-fetch-site');
  if (site === null || site === 'same-origin' || site === 'none') return 'ours';
  const isOpening =
    isPage && headers.get('sec-fetch-mode') === 'navigate' && headers.get('sec-fetch-dest') === 'document';
  return isOpening && origin === null ? 'ours' : 'foreign_site';
}
