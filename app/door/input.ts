// From what came in to checked values, or a refusal that names every field that is wrong.
import { z } from 'zod';
import type { FieldFault } from '#lib/domain/problem.ts';
import { AppError } from './refusal.ts';

// What a schema has no words of its own for, said in ours and not in the validator's.
const words: Readonly<Record<string, string>> = { object: 'a JSON object', array: 'a list', int: 'a whole number' };
z.config({
  customError: ({ code, input, expected }) => {
    if (code !== 'invalid_type') return undefined;
    return input === undefined ? 'is missing' : `must be ${words[String(expected)] ?? `a ${String(expected)}`}`;
  },
});

/** A hostile body must not be answered with a megabyte of faults. */
const mostFaults = 20;
const longestName = 100;

/** Throws AppError `invalid_input`. `place` is used for faults of the whole value. */
export function check<Output>(schema: z.core.$ZodType<Output>, value: unknown, place: string): Output {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  throw invalidInput(parsed.error.issues.flatMap((issue) => faultsOf(issue, place)));
}

/** For one value of many: its faults are named below `place`, and nothing is thrown. */
export function judge<Output>(
  schema: z.core.$ZodType<Output>,
  value: unknown,
  place: string,
): { readonly ok: true; readonly data: Output } | { readonly ok: false; readonly faults: FieldFault[] } {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return { ok: true, data: parsed.data };
  const faults = parsed.error.issues.flatMap((issue) => faultsOf(issue, ''));
  const below = ({ field, message }: FieldFault) => ({ field: field === '' ? place : `${place}.${field}`, message });
  return { ok: false, faults: faults.slice(0, mostFaults).map(below) };
}

/** The refusal for faults found later than by the schema, e.g. a parent that does not exist. */
export function invalidInput(faults: readonly FieldFault[]): AppError {
  const shown = faults.slice(0, mostFaults);
  return new AppError('invalid_input', sentence(shown.map(({ message }) => message)), shown);
}

/** Ids in addresses: malformed is 400, and one spelling only reaches the database. */
export function pathId(value: string, name: string): string {
  if (z.guid().safeParse(value).success) return value.toLowerCase();
  const message = `${name} must be a UUID`;
  throw new AppError('invalid_path', `${message}.`, [{ field: name, message }]);
}

function faultsOf(issue: z.core.$ZodIssue, place: string): FieldFault[] {
  const at = issue.path.map(String).join('.').slice(0, longestName);
  if (issue.code !== 'unrecognized_keys') return [{ field: at || place, message: worded(issue.message, at || place) }];
  return issue.keys.slice(0, mostFaults).map((key) => {
    const field = (at ? `${at}.${key}` : key).slice(0, longestName).toWellFormed();
    return { field, message: `${field} is not a known field` };
  });
}

/** zod's own sentences do not name the field. */
function worded(message: string, field: string): string {
  if (message.includes(field.split('.')[0] ?? field)) return message;
  return /^(is|must) /.test(message) ? `${field} ${message}` : `${field}: ${message}`;
}

function sentence(messages: readonly string[]): string {
  const text = messages.join('; ');
  return text.endsWith('.') ? text : `${text}.`;
}
