// Token counts of our own, for calls whose provider gave none or that were stopped before it could.
import type { ModelCall, ModelUsage } from './contract.ts';

/** Measures a call from now on; `first()` marks the first text. Monotonic clock. */
export function startWatch(now: () => number = () => performance.now()) {
  const startedAt = now();
  let firstTokenMs: number | undefined;
  return {
    first() {
      firstTokenMs ??= Math.round(now() - startedAt);
    },
    read: () => ({ latencyMs: Math.round(now() - startedAt), firstTokenMs }),
  };
}

/** About four characters a token: good enough to say "≈", never to bill. */
function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** What a call has probably used when `text` had arrived; also right for a call that was stopped. */
export function estimateUsage(
  call: Pick<ModelCall, 'system' | 'history' | 'text'>,
  text: string,
  about: Pick<ModelUsage, 'provider' | 'model' | 'latencyMs' | 'firstTokenMs'>,
): ModelUsage {
  const asked = [call.system ?? '', ...call.history.map((turn) => turn.content), call.text];
  return {
    ...about,
    tokensIn: asked.reduce((sum, part) => sum + estimateTokens(part), 0),
    tokensOut: estimateTokens(text),
    tokensCached: 0,
    isEstimate: true,
  };
}
