// Makes a sentence fit to show and to keep: short, one line, and without anything like a key.

/** Characters, the ellipsis included. */
export const messageLimit = 300;

// Shapes of keys people use here (sk-…, AIza…, Bearer …), half-starred echoes of them, and any long unbroken token.
// Each asks for a digit or a star, or ordinary words ("bearer authentication") would go with them.
const keyShapes: readonly RegExp[] = [
  /\b(?:bearer|basic)\s+(?=\S*[\d*=])[\w.~+/=*-]{6,}/gi,
  /\b(?:sk|pk|rk|gsk|xai|ghp|hf)[-_](?=\S*[\d*])[\w*-]{4,}/gi,
  /\bAIza[\w-]{10,}/g,
  /\b[A-Za-z0-9_-]*\*{3,}[\w*-]*/g,
  /\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}\b/g,
];

/** One line of at most 300 characters with a capital first; the secrets named and everything shaped like one are blanked. */
export function safeWords(text: string, secrets: readonly string[] = []): string {
  let safe = text.slice(0, 4_000);
  for (const secret of secrets) if (secret.length >= 4) safe = safe.replaceAll(secret, '[hidden]');
  // A query string may carry a key, and user:password may stand before a host.
  safe = safe.replace(/(https?:\/\/)(?:[^\s/@]*@)?([^\s?#"']*)(?:[?#][^\s"']*)?/g, '$1$2');
  for (const shape of keyShapes) safe = safe.replace(shape, '[hidden]');
  safe = safe
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\p{Ll}/u, (first) => first.toUpperCase());
  if (safe.length <= messageLimit) return safe;
  return `${safe
    .slice(0, messageLimit - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trimEnd()}…`;
}
