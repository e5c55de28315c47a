// What the tabs of one browser tell each other: the leading tab shares its line, the others ask and nudge.

import { dropRow } from '#lib/domain/drop.ts';
import { outputFrame } from '#lib/domain/event.ts';
import * as z from '#lib/domain/wire/shape.ts';

const mode = z.enum(['live', 'polling', 'reconnecting', 'offline']);
const status = z.object({ mode, lastNewsAt: z.nullable(z.number()) });

/** Checked on arrival: another tab may run an older page. */
export const tabMessage = z.discriminatedUnion('kind', [
  /** A follower wants to know everything, and that somebody leads. */
  z.object({ kind: z.literal('ask'), from: z.string() }),
  /** The leader's answer to one follower. */
  z.object({
    kind: z.literal('snapshot'),
    to: z.string(),
    rows: z.array(dropRow),
    isWhole: z.boolean(),
    outputs: z.array(outputFrame),
    cursor: z.nullable(z.string()),
    status,
  }),
  z.object({ kind: z.literal('rows'), rows: z.array(dropRow), reset: z.boolean() }),
  z.object({ kind: z.literal('output'), frames: z.array(outputFrame) }),
  z.object({ kind: z.literal('cursor'), cursor: z.string() }),
  z.object({ kind: z.literal('clock'), now: z.string(), tripMs: z.number() }),
  z.object({ kind: z.literal('status'), status }),
  /** A follower did something that the leader's poll should look for at once. */
  z.object({ kind: z.literal('nudge') }),
]);
export type TabMessage = z.infer<typeof tabMessage>;
export type LineStatus = z.infer<typeof status>;
