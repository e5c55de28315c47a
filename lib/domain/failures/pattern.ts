// What failures of the same cause have in common: their message without the parts that differ each time.

/** Source: the error sentences kept with attempts are at most 300 characters; a pattern is never longer. */
const longestPattern = 300;

// In this order: what is longest and surest first. Numbers come after all of them.
const rules: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?\b/g, '<time>'],
  // Quoted words of a request or an answer. An apostrophe inside a word opens nothing.
  [/"[^"]*"|“[^”]*”|`[^`]*`|(?<![\p{L}\p{N}])'[^']*'(?![\p{L}\p{N}])/gu, '<text>'],
  // Ids of providers: req_011CSHoE…, chatcmpl-9f…, and any long token that mixes letters with digits.
  [/\b[A-Za-z]{2,12}[_-](?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{8,}\b/g, '<id>'],
  [/\b(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{12,}\b/g, '<id>'],
  [/\b0x[0-9a-f]+\b/gi, '<id>'],
];

const number = /\d+(?:[.,:]\d+)*/g;
const httpStatus = /^[1-5]\d\d$/;

/**
 * The message with ids, times, quoted words and numbers replaced by `<id>`, `<time>`, `<text>` and `#`. Two failures with
 * the same kind and pattern are one group. Empty for a failure without a message.
 */
export function failurePattern(message: string): string {
  let pattern = message;
  for (const [found, mark] of rules) pattern = pattern.replace(found, mark);
  pattern = pattern.replace(number, (digits, at: number, whole: string) => {
    // What our own sentences put in brackets is an HTTP status: 500 and 503 are two faults.
    const isStatus = httpStatus.test(digits) && whole[at - 1] === '(' && whole[at + digits.length] === ')';
    return isStatus ? digits : '#';
  });
  return pattern.replace(/\s+/g, ' ').trim().slice(0, longestPattern).toWellFormed();
}
