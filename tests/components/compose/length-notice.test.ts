// What the bar says near the limit of a prompt.
import { expect, test } from 'vitest';
import { lengthNotice } from '#components/compose/length-notice.ts';

test('nothing is said while there is plenty of room', () => {
  expect(lengthNotice(179_999)).toBeNull();
});
test('the last tenth is counted', () => {
  expect(lengthNotice(200_000)).toEqual({ text: '200,000 of 200,000 characters', isOver: false });
});
test('one character too many is said with the way out', () => {
  expect(lengthNotice(200_001)).toEqual({
    text: '1 character over the limit of 200,000. Shorten it or split it.',
    isOver: true,
  });
});
