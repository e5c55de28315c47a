// Checks that several operations share: numbers and times as they come in an address.
import { z } from 'zod';

export const wholeNumber = (name: string, min: number, max: number) =>
  z.coerce
    .number({ error: `${name} must be a whole number` })
    .int(`${name} must be a whole number`)
    .min(min, `${name} must be at least ${min}`)
    .max(max, `${name} must be at most ${max}`);

export const instant = (name: string) =>
  z.iso.datetime({ offset: true, error: `${name} must be an ISO 8601 time with a zone` });

export const yesOrNo = (name: string) =>
  z.enum(['true', 'false'], `${name} must be true or false`).transform((text) => text === 'true');
