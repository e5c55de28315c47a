// Days as the viewer's clock has them: which day an instant belongs to, and how a day is called.

/** Reads the local day (YYYY-MM-DD) of ISO instants; an unknown zone falls back to UTC. */
export function createDayReader(timeZone: string): (instant: string) => string {
  const format = dayFormat(timeZone);
  const known = new Map<string, string>();
  return (instant) => {
    // No zone changes its date within a quarter of an hour, so the expensive reading is done once per quarter.
    const quarter = Math.floor(Date.parse(instant) / 900_000);
    const key = Number.isNaN(quarter) ? instant : String(quarter);
    const day = known.get(key) ?? (Number.isNaN(quarter) ? '0000-00-00' : format.format(quarter * 900_000));
    known.set(key, day);
    return day;
  };
}

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  try {
    return new Intl.DateTimeFormat('en-CA', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('en-CA', { ...options, timeZone: 'UTC' });
  }
}

const shortDay = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', timeZone: 'UTC' });
const longDay = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
const yearDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** "Today", "Yesterday", "Wed 25" within a week, "Wed 25 Nov" within the year, else with the year. Days are YYYY-MM-DD. */
export function dayName(day: string, today: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  const age = Math.round((Date.parse(`${today}T00:00:00Z`) - at) / 86_400_000);
  if (Number.isNaN(age)) return 'No date';
  if (age === 0) return 'Today';
  if (age === 1) return 'Yesterday';
  if (age > 1 && age < 7) return shortDay.format(at).replace(',', '');
  return day.slice(0, 4) === today.slice(0, 4) ? longDay.format(at).replace(',', '') : yearDay.format(at);
}
