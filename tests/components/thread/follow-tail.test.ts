// When a growing answer keeps its end in view, and when it leaves the reader alone.
import { expect, test } from 'vitest';
import { scrolled, scrolledUp, startFollowing } from '#components/thread/follow-tail.ts';

const view = 400;
const atEnd = { top: 600, height: 1_000, view };

test('growth while following changes nothing: the end is still wanted', () => {
  const tail = scrolled(startFollowing, atEnd);
  expect(scrolled(tail, { top: 600, height: 1_200, view }).isFollowing).toBe(true);
});

test('the smallest upward wheel releases before the position has moved', () => {
  expect(scrolledUp(scrolled(startFollowing, atEnd), atEnd).isFollowing).toBe(false);
});

test('a text that does not scroll yet cannot be released', () => {
  expect(scrolledUp(startFollowing, { top: 0, height: 300, view }).isFollowing).toBe(true);
});

test('dragging the scrollbar up releases', () => {
  const tail = scrolled(startFollowing, atEnd);
  expect(scrolled(tail, { ...atEnd, top: 590 }).isFollowing).toBe(false);
});

test('scrolling slowly near the end never catches the reader again', () => {
  let tail = scrolledUp(scrolled(startFollowing, atEnd), atEnd);
  for (const top of [590, 580, 585, 590]) tail = scrolled(tail, { ...atEnd, top });
  expect(tail.isFollowing).toBe(false);
});

test('reaching the very end by scrolling down follows again', () => {
  const released = scrolled(scrolledUp(scrolled(startFollowing, atEnd), atEnd), { ...atEnd, top: 500 });
  expect(scrolled(released, atEnd).isFollowing).toBe(true);
});

test('content that became shorter is not a reader who scrolled up', () => {
  const tail = scrolled(startFollowing, atEnd);
  expect(scrolled(tail, { top: 400, height: 800, view }).isFollowing).toBe(true);
});
