// When a cron expression ticks, in the wall clock of a zone; the page computes its preview with the same words as the worker.
import { Cron } from 'croner';

/** Five fields (minute hour day month weekday), or six with seconds first; names and @daily work. */
export function isCron(text: string): boolean {
  return parse(text, 'UTC') !== null;
}

export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    // The one way to ask Intl whether it knows a zone.
    return false;
  }
}

/** The first tick strictly after `after`, in the wall clock of the zone; null when there is none. */
export function nextTick(cron: string, zone: string, after: Date): Date | null {
  return parse(cron, zone)?.nextRun(after) ?? null;
}

/** The next `count` ticks after `after`, fewer when there are no more; null when the expression or the zone is none. */
export function nextTicks(cron: string, zone: string, after: Date, count: number): Date[] | null {
  return isTimeZone(zone) ? (parse(cron, zone)?.nextRuns(count, after) ?? null) : null;
}

function parse(cron: string, timezone: string): Cron | null {
  try {
    return new Cron(cron, { timezone, paused: true });
  } catch {
    // Croner throws for what it cannot read; the caller names the field.
    return null;
  }
}
