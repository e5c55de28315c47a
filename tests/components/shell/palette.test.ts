// Which commands the palette offers, and which ended prompts are still news.
import { expect, it } from 'vitest';
import { endedBefore, isStillNews } from '#components/shell/news/desktop-notice.ts';
import { matchCommands } from '#components/shell/palette/commands.ts';
import { sampleDrop } from '../thread/drop-sample.ts';

const run = () => {};

it('the palette finds a command by its words and its other words, the ones that begin so first', () => {
  const commands = [
    { name: 'Show the map', also: 'view', run },
    { name: 'Map help', run },
    { name: 'Stop', also: 'cancel', run },
  ];
  const names = (text: string) => matchCommands(commands, text).map(({ name }) => name);
  expect(names('map')).toEqual(['Map help', 'Show the map']);
  expect(names('view show')).toEqual(['Show the map']);
  expect(names('cancel')).toEqual(['Stop']);
  expect(names('')).toHaveLength(3);
});

it('a notice is given only while its run is the current one and nobody has seen it', () => {
  const ended = sampleDrop({ state: 'succeeded', seen_at: null, job_id: 'a' });
  expect(isStillNews(ended, ended)).toBe(true);
  expect(isStillNews(ended, { ...ended, seen_at: '2026-01-01T00:00:00Z' })).toBe(false);
  expect(isStillNews(ended, { ...ended, job_id: 'b' })).toBe(false);
});

it('what ended before its page was looked at again was missed, whenever the news of it comes', () => {
  const shownSince = Date.parse('2026-01-01T12:00:00Z');
  expect(endedBefore({ finished_at: '2026-01-01T11:59:59.900Z' }, shownSince)).toBe(true);
  expect(endedBefore({ finished_at: '2026-01-01T12:00:00.100Z' }, shownSince)).toBe(false);
  expect(endedBefore({ finished_at: null }, shownSince)).toBe(false);
});
