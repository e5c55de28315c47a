// The headers that bind a page: what it may load and run, who may frame it, what it may ask of the machine.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

const fixed = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=(), browsing-topics=()',
} as const;

/** Sets them on the response, with a fresh nonce that the page's renderer finds on the request. */
export function bindPage(request: IncomingMessage, response: ServerResponse, isDev: boolean): void {
  const nonce = randomBytes(16).toString('base64');
  const policy = contentSecurityPolicy(nonce, isDev);
  // Next reads the nonce for its own scripts from the policy; the layout reads it from x-nonce. A client's own are overwritten.
  request.headers['content-security-policy'] = policy;
  request.headers['x-nonce'] = nonce;
  response.setHeader('content-security-policy', policy);
  for (const [name, value] of Object.entries(fixed)) response.setHeader(name, value);
  // Asked for anew each time, for its nonce, but not Next's no-store: browsers keep no such page alive behind the back button.
  if (request.headers.accept?.includes('text/html')) response.setHeader('cache-control', 'private, no-cache');
}

// Styles: radix and sonner add <style> elements without a nonce, and server-rendered style attributes can't carry one.
// Scripts stay strict; with connect-src, img-src and font-src closed, a style has nowhere to send anything.
// Development rebuilds stacks with eval and talks to its bundler over a socket.
function contentSecurityPolicy(nonce: string, isDev: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${isDev ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${isDev ? ' ws://127.0.0.1:* ws://localhost:*' : ''}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
