// How long a provider asks to wait, from its response headers.

type Headers = Readonly<Record<string, string>> | undefined;

/**
 * Milliseconds from now, or undefined when the headers name no usable wait. Reads `retry-after-ms`, then
 * `retry-after` as seconds or as an HTTP date. A date counts from the answer's own `date`, so that a clock that is
 * wrong here changes nothing; a date in the past is 0.
 */
export function readRetryAfter(headers: Headers, now: () => number = Date.now): number | undefined {
  const exact = numberOf(headerOf(headers, 'retry-after-ms'));
  if (exact !== undefined) return Math.round(exact);
  const value = headerOf(headers, 'retry-after');
  const seconds = numberOf(value);
  if (seconds !== undefined) return Math.round(seconds * 1_000);
  const at = dateOf(value);
  return at === undefined ? undefined : Math.max(0, at - (dateOf(headerOf(headers, 'date')) ?? now()));
}

function headerOf(headers: Headers, name: string): string | undefined {
  return Object.entries(headers ?? {})
    .find(([key]) => key.toLowerCase() === name)?.[1]
    .trim();
}

function numberOf(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,12}(\.\d+)?$/.test(value) ? Number(value) : undefined;
}

function dateOf(value: string | undefined): number | undefined {
  // Date.parse alone would also read "-5" as a year.
  const at = value !== undefined && /[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
