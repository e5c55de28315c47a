// Failures of one cause share a pattern, and failures of two causes do not.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failurePattern } from '#lib/domain/failures/pattern.ts';

describe('the pattern of a failure', () => {
  it.each([
    [
      'OpenAI is limiting requests right now (429). Try again in 20 s.',
      'OpenAI is limiting requests right now (429). Try again in # s.',
    ],
    ['Limit 60,000 tokens, used 59,870.5', 'Limit # tokens, used #'],
    ['Ollama at http://127.0.0.1:11434 refused the connection.', 'Ollama at http://# refused the connection.'],
    ['Request 0193a5b2-77aa-7c11-8f00-0a1b2c3d4e5f was lost', 'Request <id> was lost'],
    ['Request req_011CSHoEeqs5C35K2UUqR7Fy failed', 'Request <id> failed'],
    ['chatcmpl-9fA3b2C4d5 broke off', '<id> broke off'],
    ['No model named "gpt-7" or \'claude-9\' here', 'No model named <text> or <text> here'],
    ["The worker didn't answer and wasn't seen", "The worker didn't answer and wasn't seen"],
    ['Reset at 2026-12-01T08:15:00.123Z please', 'Reset at <time> please'],
    ['Pointer 0xDEADBEEF', 'Pointer <id>'],
    ['   two \n  lines ', 'two lines'],
    ['', ''],
  ])('of %j is %j', (message, pattern) => {
    expect(failurePattern(message)).toBe(pattern);
  });

  it('keeps the HTTP status apart, which our sentences put in brackets', () => {
    expect(failurePattern('The demo had a problem (500).')).not.toBe(failurePattern('The demo had a problem (503).'));
    expect(failurePattern('It took (1234) ms')).toBe('It took (#) ms');
  });

  it('keeps the names of models readable, their numbers aside', () => {
    expect(failurePattern('OpenAI has no model named gpt-5-mini.')).toBe('OpenAI has no model named gpt-#-mini.');
  });

  it('holds no digit but those of a status, and is never longer than a message may be', () => {
    const pieces = fc.constantFrom(
      ' ',
      '(429)',
      '12',
      "'",
      '"',
      'ab12cd34ef56',
      'req_',
      '0x1f',
      '.',
      'words',
      '\n',
      '429)',
    );
    const built = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), built), (text) => {
        const pattern = failurePattern(text);
        expect(pattern.replaceAll(/\([1-5]\d\d(\)|$)/g, '')).not.toMatch(/[0-9]/);
        expect(pattern.length).toBeLessThanOrEqual(300);
      }),
      { numRuns: 500 },
    );
  });

  it('takes no longer for hostile text than for any other', () => {
    const startedAt = performance.now();
    for (const unit of ["'", '"', '(', '1', 'a1', '-', '`', '“', '1.', 'ab_']) failurePattern(unit.repeat(4_000));
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});
