// Times as an <input type="datetime-local"> has them: the reader's own clock, to the minute, without a zone.

/** "2026-12-01T14:05" in the reader's zone. */
export function toLocalTime(at: Date): string {
  const pad = (value: number, width = 2) => String(value).padStart(width, '0');
  const day = `${pad(at.getFullYear(), 4)}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  return `${day}T${pad(at.getHours())}:${pad(at.getMinutes())}`;
}

/** "your time, Europe/Berlin, GMT+1": the offset is the one that holds at that instant. `zone` is the reader's unless a test names one. */
export function zoneWords(at: Date, zone: string = Intl.DateTimeFormat().resolvedOptions().timeZone): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(at);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return zone === 'UTC' ? 'your time, UTC' : `your time, ${zone.replaceAll('_', ' ')}, ${offset}`;
}

/** ISO 8601 with Z; null for an emptied or unfinished input. */
export function fromLocalTime(text: string): string | null {
  const at = new Date(text);
  return text === '' || Number.isNaN(at.getTime()) ? null : at.toISOString();
}
