// What every page request passes before it is rendered: who may ask, and the headers that bind the page. (Next insists on this place.)
import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { judgeSite } from '#lib/auth/same-site.ts';
import { readConfig } from '#lib/config.ts';

// The API's own door makes the same check; passing here too would cost the hot path a second request object.
export const config = { matcher: ['/((?!api/).*)'] };

export function proxy(request: NextRequest): NextResponse {
  const verdict = judgeSite(request.headers, { port: readConfig().PORT, isPage: true });
  if (verdict !== 'ours') return refusal(verdict);
  const nonce = randomBytes(16).toString('base64');
  const policy = contentSecurityPolicy(nonce);
  const headers = new Headers(request.headers);
  // Next reads the nonce for its own scripts from the policy; a layout reads it from x-nonce.
  headers.set('content-security-policy', policy);
  headers.set('x-nonce', nonce);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  for (const [name, value] of pageHeaders) response.headers.set(name, value);
  return response;
}

function refusal(verdict: 'unknown_host' | 'foreign_site'): NextResponse {
  return verdict === 'unknown_host'
    ? new NextResponse('This server answers only to its own loopback address.\n', { status: 421 })
    : new NextResponse('Pages of other sites may not use this server.\n', { status: 403 });
}

const pageHeaders = [
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  [
    'permissions-policy',
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), bluetooth=(), midi=(), browsing-topics=()',
  ],
] as const;

// `next dev` rebuilds stacks with eval and talks to its bundler over a socket.
const isDev = () => readConfig().NODE_ENV === 'development';

// Styles: radix and sonner add <style> elements without a nonce, and server-rendered style attributes can't carry one.
// Scripts stay strict; with connect-src, img-src and font-src closed, a style has nowhere to send anything.
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDev() ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${isDev() ? ' ws://127.0.0.1:* ws://localhost:*' : ''}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
