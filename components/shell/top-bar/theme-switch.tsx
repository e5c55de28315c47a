// System, light, dark: one button that goes round, and says where it stands.
import { useTheme } from 'next-themes';
import { useSyncExternalStore } from 'react';
import { IconButton } from '#components/ui/button.tsx';
import type { IconName } from '#components/ui/icon.tsx';

const themes = ['system', 'light', 'dark'] as const;
const icons: Readonly<Record<(typeof themes)[number], IconName>> = { system: 'screen', light: 'sun', dark: 'moon' };
const noSubscription = () => () => {};

export function ThemeSwitch() {
  const { theme, setTheme } = useTheme();
  // The server doesn't know this browser's choice; until the page is alive it shows the default.
  const isAlive = useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );
  const current = (isAlive ? themes.find((name) => name === theme) : undefined) ?? 'system';
  const next = themes[(themes.indexOf(current) + 1) % themes.length] ?? 'system';
  return (
    <IconButton icon={icons[current]} label={`Theme: ${current}. Change to ${next}`} onClick={() => setTheme(next)} />
  );
}
