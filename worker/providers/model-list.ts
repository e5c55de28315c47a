// The models a provider offers, fetched rarely, kept for a while, and replaced by well-known names when it is silent.
import type { ModelInfo } from './contract.ts';

export interface ModelListSource {
  readonly provider: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Names out of the answer's JSON; throws when it is not such an answer. */
  read(json: unknown): string[];
  /** Recommended names, best first: they lead the list, and are the list when it can't be fetched. */
  readonly wellKnown?: readonly string[];
  readonly timeoutMs?: number;
}

const freshForMs = 10 * 60_000;
/** After a failed look the next one comes soon: a local server may just be starting. */
const retryAfterMs = 20_000;
/** More than anybody reads in a menu. */
const longest = 200;

/** A function that returns the list: at most one request at a time and one in ten minutes. Never throws. */
export function keepModelList(
  source: ModelListSource,
  now = () => performance.now(),
): () => Promise<readonly ModelInfo[]> {
  let kept: { list: readonly ModelInfo[]; until: number } | undefined;
  let looking: Promise<readonly ModelInfo[]> | undefined;
  const look = async () => {
    const names = await fetchNames(source);
    const list = infosOf(source, names ?? source.wellKnown ?? []);
    kept = { list, until: now() + (names ? freshForMs : retryAfterMs) };
    looking = undefined;
    return list;
  };
  return async () => {
    if (kept && now() < kept.until) return kept.list;
    looking ??= look();
    return looking;
  };
}

async function fetchNames(source: ModelListSource): Promise<string[] | undefined> {
  try {
    const response = await fetch(source.url, {
      headers: source.headers ?? {},
      signal: AbortSignal.timeout(source.timeoutMs ?? 3_000),
    });
    if (response.ok) return source.read(await response.json());
    await response.body?.cancel();
  } catch {
    // No list is no fault: the call itself will say what is wrong, with its setting, when somebody makes one.
  }
  return undefined;
}

function infosOf({ provider, wellKnown = [] }: ModelListSource, names: readonly string[]): ModelInfo[] {
  const offered = new Set(names);
  const recommended = wellKnown.filter((name) => offered.has(name));
  return [...new Set([...recommended, ...names])]
    .slice(0, longest)
    .map((name) => ({ id: `${provider}/${name}`, label: name, provider, is_demo: false }));
}
