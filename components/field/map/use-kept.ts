// A setting of the map that is on or off, kept per browser.
'use client';
import { useCallback, useState } from 'react';

/** The setting and how to turn it over. */
export function useKept(key: string, usual: boolean): [boolean, () => void] {
  const [isOn, setOn] = useState(() => read(key) ?? usual);
  const toggle = useCallback(() => {
    setOn(!isOn);
    try {
      localStorage.setItem(key, isOn ? 'off' : 'on');
    } catch {
      // Without storage it lasts as long as the page.
    }
  }, [key, isOn]);
  return [isOn, toggle];
}

function read(key: string): boolean | null {
  try {
    const kept = localStorage.getItem(key);
    return kept === null ? null : kept === 'on';
  } catch {
    // No storage, no setting.
    return null;
  }
}
