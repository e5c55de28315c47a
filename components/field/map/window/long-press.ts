// A finger that stays: after half a second it means the menu.

const pressMs = 500;

/** Calls back once unless the returned function is called first. */
export function startLongPress(onPress: () => void): () => void {
  const timer = setTimeout(onPress, pressMs);
  return () => clearTimeout(timer);
}
