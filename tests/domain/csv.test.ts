// A CSV line says what it was given, to programs and to spreadsheets.
import { describe, expect, it } from 'vitest';
import { csvLine } from '#lib/domain/ledger/csv.ts';
import { dayIn, dayPlus, rangeOf } from '#lib/domain/ledger/ledger-report.ts';

describe('a CSV line', () => {
  it('quotes what would break it', () => {
    expect(csvLine(['a,b', 'say "hi"', 'two\nlines', 'plain', 1.5, -2, null, Number.NaN])).toBe(
      '"a,b","say ""hi""","two\nlines",plain,1.5,-2,,\r\n',
    );
  });
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('disarms the formula %j', (text) => {
    expect(csvLine([text])).toMatch(/^"?'/);
  });
});

describe('the days of a report', () => {
  const now = new Date('2026-06-01T22:30:00Z');
  it('end today where the person is', () => {
    expect(dayIn('UTC', now)).toBe('2026-06-01');
    expect(rangeOf('Europe/Berlin', now, {})).toEqual({ from: '2026-05-04', to: '2026-06-02' });
    expect(rangeOf('UTC', now, { from: '2026-06-02' })).toBeNull();
    expect(dayPlus('2026-03-01', -1)).toBe('2026-02-28');
  });
});
