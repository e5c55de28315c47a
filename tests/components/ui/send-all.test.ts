// One thing done to many prompts: nothing that fails is passed over in silence.
import { expect, it } from 'vitest';
import { sendAll } from '#components/ui/many/send-all.ts';

const ids = Array.from({ length: 20 }, (_, at) => `p${at}`);

it('says once how many did not get through, and goes on past each', async () => {
  const [sent, told]: [string[], string[]] = [[], []];
  const send = async (id: string) => {
    sent.push(id);
    if (id === 'p3' || id === 'p19') throw new Error('refused');
  };
  await sendAll({ wish: 'could be stopped', send }, ids, (text) => told.push(text));
  expect(sent).toEqual(ids);
  expect(told).toEqual(['18 of 20 could be stopped. The others are as they were.']);
});

it('says nothing when all got through, or when there was nothing to do', async () => {
  const told: string[] = [];
  await sendAll({ wish: 'could be stopped', send: async () => undefined }, ids, (text) => told.push(text));
  await sendAll({ wish: 'could be stopped', send: async () => undefined }, [], (text) => told.push(text));
  expect(told).toEqual([]);
});

it('has at most six requests under way', async () => {
  let [under, most] = [0, 0];
  const send = async () => {
    under += 1;
    most = Math.max(most, under);
    await Promise.resolve();
    under -= 1;
  };
  await sendAll({ wish: 'could be stopped', send }, ids, () => undefined);
  expect(most).toBe(6);
});
