// How spans and instants are said to people: short, steady in width, never negative, in the reader's own zone.

/** "0.4 s", "12 s", "3 min 04 s", "2 h 05 min". */
export function spanWords(ms: number): string {
  const spanMs = Math.max(0, ms);
  if (spanMs < 950) return `${(Math.round(spanMs / 100) / 10).toFixed(1)} s`;
  const seconds = Math.round(spanMs / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${pad(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${pad(minutes % 60)} min`;
}

/** Counting down: whole seconds, rounded up so that it never says 0 while there is time left. */
export function countdownWords(ms: number): string {
  return ms <= 0 ? 'any moment' : spanWords(Math.ceil(ms / 1_000) * 1_000);
}

/** "14:05" on the day of `nowMs`, "Tue 14:05" within a week, "3 Nov, 14:05" before that; the year when it is another one. */
export function clockWords(iso: string, nowMs: number, zone?: string): string {
  const at = new Date(iso);
  const time = format(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, zone);
  if (dayOf(at, zone) === dayOf(new Date(nowMs), zone)) return time;
  const isNear = Math.abs(nowMs - at.getTime()) < 6 * 86_400_000;
  if (isNear) return `${format(at, { weekday: 'short' }, zone)} ${time}`;
  const isThisYear = dayOf(at, zone).slice(0, 4) === dayOf(new Date(nowMs), zone).slice(0, 4);
  const day = format(at, { day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) }, zone);
  return `${day}, ${time}`;
}

/** The whole instant for a tooltip: local with its zone's name, and UTC. */
export function instantWords(iso: string, zone?: string): string {
  const at = new Date(iso);
  const local = format(
    at,
    {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
    },
    zone,
  );
  return `${local} · ${at.toISOString().replace('T', ' ').slice(0, 19)} UTC`;
}

function dayOf(at: Date, zone: string | undefined): string {
  // The Canadian form is year-month-day, which compares as text.
  return new Intl.DateTimeFormat('en-CA', zone === undefined ? {} : { timeZone: zone }).format(at);
}

function format(at: Date, options: Intl.DateTimeFormatOptions, zone: string | undefined): string {
  return new Intl.DateTimeFormat('en-GB', zone === undefined ? options : { ...options, timeZone: zone }).format(at);
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
