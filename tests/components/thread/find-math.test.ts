// Formulas are found, prices and code are left alone.
import { describe, expect, test } from 'vitest';
import { hasMath, toDollars } from '#components/thread/markdown/find-math.ts';

describe('formulas', () => {
  test.each([
    'Euler: $e^{i\\pi} + 1 = 0$.',
    '$$\n\\int_0^1 x\\,dx\n$$',
    'Then \\(a_n\\) converges.',
    '\\[ x = \\frac{1}{2} \\]',
  ])('are found in %j', (text) => expect(hasMath(text)).toBe(true));

  test.each([
    'It costs $5, or $10 for two.',
    'Set `$x_1 = 2$` in the file.',
    '```sh\nexport A=$B_C; echo $D\n```',
    'From $PATH_A to $PATH_B',
    'No formula at all.',
  ])('are not seen in %j', (text) => expect(hasMath(text)).toBe(false));

  test('come out in one notation, with prices and code as they were', () => {
    expect(toDollars('Pay $5 for \\(x^2\\), see `\\(y\\)`.')).toBe('Pay \\$5 for $x^2$, see `\\(y\\)`.');
    expect(toDollars('So\n\\[ a = b \\]\nholds')).toBe('So\n\n$$\na = b\n$$\n\nholds');
    expect(toDollars('```\n\\[ a \\]\n```\n\\(b\\)')).toBe('```\n\\[ a \\]\n```\n$b$');
  });
});
