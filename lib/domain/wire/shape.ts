// The shapes of what the server answers, as zod schemas made of zod's core alone: the browser checks with them too.
//
// zod's usual builders hang on one module each that names every kind of schema there is, and bundlers keep what is named:
// 22 kB (mini) to 37 kB (full) of the page's first load. These few kinds are 9 kB. The server mixes them freely with full
// zod, in `z.array(dropRow)` as in `z.toJSONSchema(threadAnswer)`.
import {
  type $strip,
  $ZodArray,
  $ZodBoolean,
  $ZodCheckGreaterThan,
  $ZodDiscriminatedUnion,
  $ZodEnum,
  $ZodLiteral,
  $ZodNullable,
  $ZodNumber,
  $ZodNumberFormat,
  $ZodObject,
  type $ZodObjectConfig,
  $ZodOptional,
  type $ZodShape,
  $ZodString,
  type $ZodType,
  config,
  parse as coreParse,
  safeParse as coreSafeParse,
  type SomeType,
} from 'zod/v4/core';

export type { output as infer } from 'zod/v4/core';
export type Shape<Value> = $ZodType<Value>;

/** The checked value. Throws zod's error when it has another shape. */
export function parse<Value>(shape: Shape<Value>, value: unknown): Value {
  return coreParse(shape, value);
}

/** The checked value, or undefined when it has another shape. */
export function read<Value>(shape: Shape<Value>, value: unknown): Value | undefined {
  const result = coreSafeParse(shape, value);
  return result.success ? result.data : undefined;
}

/** For pages whose policy forbids eval: zod's first attempt at it would be reported as a breach. */
export function parseWithoutEval(): void {
  config({ jitless: true });
}

export const string = () => new $ZodString({ type: 'string' });
export const number = () => new $ZodNumber({ type: 'number' });
export const boolean = () => new $ZodBoolean({ type: 'boolean' });

/** A whole number that JavaScript holds exactly. */
export const int = () =>
  new $ZodNumberFormat({ type: 'number', check: 'number_format', abort: false, format: 'safeint' });

/** A whole number from 0 on. */
export const count = () =>
  new $ZodNumberFormat({
    type: 'number',
    check: 'number_format',
    abort: false,
    format: 'safeint',
    checks: [new $ZodCheckGreaterThan({ check: 'greater_than', value: 0, inclusive: true })],
  });

// Overloads, since a class of zod's core does not carry its type parameters into `new`.

export function literal<const Value extends string | number | boolean>(value: Value): $ZodLiteral<Value>;
export function literal(value: string | number | boolean): $ZodLiteral {
  return new $ZodLiteral({ type: 'literal', values: [value] });
}

function enumOf<const Word extends string>(words: readonly Word[]): $ZodEnum<{ [Key in Word]: Key }>;
function enumOf(words: readonly string[]): $ZodEnum {
  return new $ZodEnum({ type: 'enum', entries: Object.fromEntries(words.map((word) => [word, word])) });
}

export { enumOf as enum };

export function nullable<Inner extends SomeType>(inner: Inner): $ZodNullable<Inner>;
export function nullable(innerType: $ZodType): $ZodNullable {
  return new $ZodNullable({ type: 'nullable', innerType });
}

export function optional<Inner extends SomeType>(inner: Inner): $ZodOptional<Inner>;
export function optional(innerType: $ZodType): $ZodOptional {
  return new $ZodOptional({ type: 'optional', innerType });
}

export function array<Element extends SomeType>(element: Element): $ZodArray<Element>;
export function array(element: $ZodType): $ZodArray {
  return new $ZodArray({ type: 'array', element });
}

/** Unknown fields are dropped: a newer server may send more. */
export function object<const Shape extends $ZodShape>(shape: Shape): $ZodObject<Shape, $strip>;
export function object(shape: $ZodShape): $ZodObject {
  return new $ZodObject({ type: 'object', shape });
}

/** All fields of `base`, and these. */
export function extend<const Base extends $ZodShape, const More extends $ZodShape>(
  base: $ZodObject<Base, $ZodObjectConfig>,
  more: More,
): $ZodObject<Omit<Base, keyof More> & More, $strip>;
export function extend(base: $ZodObject, more: $ZodShape): $ZodObject {
  return new $ZodObject({ type: 'object', shape: { ...base._zod.def.shape, ...more } });
}

/** One of these objects, told apart by a field that holds another literal in each. */
export function discriminatedUnion<const Options extends readonly SomeType[]>(
  discriminator: string,
  options: Options,
): $ZodDiscriminatedUnion<Options>;
export function discriminatedUnion(discriminator: string, options: readonly $ZodType[]): $ZodDiscriminatedUnion {
  return new $ZodDiscriminatedUnion({ type: 'union', options, discriminator, inclusive: false });
}
