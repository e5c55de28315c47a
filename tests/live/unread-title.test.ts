// How many answers wait, where it can be seen from another tab.
import { expect, it } from 'vitest';
import { iconWithDot, titleWithUnread } from '#lib/live/unread-title.ts';

it('the title counts what waits, once', () => {
  expect(titleWithUnread('Field', 2)).toBe('(2) Field');
  expect(titleWithUnread('(2) Field', 13)).toBe('(13) Field');
  expect(titleWithUnread('(13) Field', 0)).toBe('Field');
});

it('the icon gets its dot inside the drawing', () => {
  expect(iconWithDot('<svg viewBox="0 0 32 32"><path/></svg>\n')).toMatch(/^<svg .*<path\/><circle .*\/><\/svg>$/);
});
