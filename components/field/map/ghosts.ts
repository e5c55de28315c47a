// Whether the runs that were replaced are drawn: a setting for looking into what happened, off by default.
'use client';
import { useCallback, useState } from 'react';

const key = 'asterion.replaced';

/** The setting and how to turn it over; kept per browser. */
export function useGhosts(): [boolean, () => void] {
  const [isOn, setOn] = useState(read);
  const toggle = useCallback(() => {
    setOn(!isOn);
    try {
      localStorage.setItem(key, isOn ? 'off' : 'on');
    } catch {
      // Without storage it lasts as long as the page.
    }
  }, [isOn]);
  return [isOn, toggle];
}

function read(): boolean {
  try {
    return localStorage.getItem(key) === 'on';
  } catch {
    // No storage, no setting.
    return false;
  }
}
