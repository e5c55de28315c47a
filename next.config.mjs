// How Next builds and draws the pages: only what the product needs.

/** @type {import('next').NextConfig} */
export default {
  // Two builds of one checkout (one served, one being tested) must not overwrite each other. Read here and nowhere else:
  // Next loads this file before any of the product's own settings exist.
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  // Next draws pages and nothing else: route.ts files are answered by app/server/, at a tenth of the cost.
  pageExtensions: ['tsx'],
  // Loopback only: compressing would cost more than it saves.
  compress: false,
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run check` checks types, tests included. A start on somebody's machine only has to build, fast.
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
  // Node modules with native, wasm or thread parts; bundled they lose their own files.
  serverExternalPackages: ['pg', 'pino', '@prisma/client', '@prisma/adapter-pg'],
  // Otherwise a stray lockfile in a folder above moves the root, and with it every import.
  turbopack: { root: import.meta.dirname },
  outputFileTracingRoot: import.meta.dirname,
  allowedDevOrigins: ['127.0.0.1', 'localhost'],
};
