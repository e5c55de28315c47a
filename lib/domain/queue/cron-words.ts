// A cron expression in words, for the usual ones; the rest is honest about being none of them.

const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const nicknames: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
};

/** "At 07:00, Monday to Friday"; null when the expression is not of a shape that has short words (`L`, `#`, seconds and the like). */
export function cronWords(expression: string): string | null {
  const text = expression.trim().toLowerCase();
  const fields = (nicknames[text] ?? text).split(/\s+/);
  if (fields.length !== 5) return null;
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = fields;
  const parts = [timeWords(minute, hour), daysWords(day, weekday), monthWords(month)];
  if (parts.includes(null)) return null;
  const words = parts.filter((part) => part !== '').join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function timeWords(minute: string, hour: string): string | null {
  const [minutes, hours] = [parseField(minute, 0, 59), parseField(hour, 0, 23)];
  if (minutes === null || hours === null) return null;
  if (minutes.kind === 'list' && hours.kind === 'list') return timesWords(minutes.values, hours.values);
  const often = oftenWords(minutes);
  if (often === null) return null;
  if (hours.kind === 'every') return hours.step === 1 ? often : everyHoursWords(minutes, hours.step, often);
  if (hours.kind === 'range') return `${often} from ${two(hours.from)}:00 to ${two(hours.to)}:59`;
  const named = listWords(hours.values.map((value) => `${two(value)}:00`));
  return `${often} in the hour${hours.values.length === 1 ? '' : 's'} of ${named}`;
}

/** "at 09:00, 12:00 and 18:00"; more than six are no short words. */
function timesWords(minutes: readonly number[], hours: readonly number[]): string | null {
  const times = hours.flatMap((hour) => minutes.map((minute) => `${two(hour)}:${two(minute)}`));
  return times.length > 6 ? null : `at ${listWords(times)}`;
}

function everyHoursWords(minutes: Parsed, step: number, often: string): string | null {
  return minutes.kind === 'list' ? `every ${step} hours ${often.replace('every hour ', '')}` : null;
}

/** "every minute", "every 5 minutes", "every hour at :05". */
function oftenWords(minutes: Parsed): string | null {
  if (minutes.kind === 'every') return minutes.step === 1 ? 'every minute' : `every ${minutes.step} minutes`;
  if (minutes.kind === 'list') return `every hour at ${listWords(minutes.values.map((m) => `:${two(m)}`))}`;
  return null;
}

/** Both kinds of days given: cron means either of them. */
function daysWords(day: string, weekday: string): string | null {
  const [ofMonth, ofWeek] = [monthDayWords(day), weekdayWords(weekday)];
  if (ofMonth === null || ofWeek === null) return null;
  if (ofMonth !== '' && ofWeek !== '') return `${ofMonth} and ${ofWeek}`;
  return ofMonth + ofWeek;
}

function monthDayWords(day: string): string | null {
  const parsed = parseField(day, 1, 31);
  if (parsed === null) return null;
  if (parsed.kind === 'every') return parsed.step === 1 ? '' : `every ${parsed.step} days of the month`;
  if (parsed.kind === 'range') return `from the ${ordinal(parsed.from)} to the ${ordinal(parsed.to)} of the month`;
  return `on the ${listWords(parsed.values.map(ordinal))} of the month`;
}

function weekdayWords(weekday: string): string | null {
  const named = weekday.replace(/[a-z]{3}/g, (name) => numberOf(name, dayNames, 0));
  const parsed = parseField(named, 0, 7);
  if (parsed === null) return null;
  if (parsed.kind === 'every') return parsed.step === 1 ? '' : null;
  if (parsed.kind === 'range') return `${dayName(parsed.from)} to ${dayName(parsed.to)}`;
  const days = [...new Set(parsed.values.map((value) => value % 7))];
  if (days.length === 2 && days.includes(0) && days.includes(6)) return 'on weekends';
  return `on ${listWords(days.map((value) => `${dayName(value)}s`))}`;
}

function monthWords(month: string): string | null {
  const named = month.replace(/[a-z]{3}/g, (name) => numberOf(name, monthNames, 1));
  const parsed = parseField(named, 1, 12);
  if (parsed === null) return null;
  const name = (value: number) => monthNames[value - 1] ?? '';
  if (parsed.kind === 'every') return parsed.step === 1 ? '' : `every ${parsed.step} months`;
  if (parsed.kind === 'range') return `from ${name(parsed.from)} to ${name(parsed.to)}`;
  return `in ${listWords(parsed.values.map(name))}`;
}

type Parsed =
  | { readonly kind: 'every'; readonly step: number }
  | { readonly kind: 'list'; readonly values: readonly number[] }
  | { readonly kind: 'range'; readonly from: number; readonly to: number };

/** Numbers only; null for anything else, also for what lies outside. */
function parseField(text: string, least: number, most: number): Parsed | null {
  const [, step] = /^\*(?:\/(\d+))?$/.exec(text === '?' ? '*' : text) ?? [];
  if (/^(\*|\?)$/.test(text)) return { kind: 'every', step: 1 };
  if (step !== undefined) return { kind: 'every', step: Number(step) };
  const isIn = (value: number) => value >= least && value <= most;
  const [, from, to] = /^(\d+)-(\d+)$/.exec(text) ?? [];
  if (from !== undefined && to !== undefined)
    return isIn(Number(from)) && isIn(Number(to)) ? { kind: 'range', from: Number(from), to: Number(to) } : null;
  if (!/^\d+(,\d+)*$/.test(text)) return null;
  const values = text.split(',').map(Number);
  return values.every(isIn) ? { kind: 'list', values } : null;
}

function numberOf(name: string, names: readonly string[], first: number): string {
  const at = names.findIndex((one) => one.toLowerCase().startsWith(name));
  return at < 0 ? name : String(at + first);
}

function dayName(value: number): string {
  return dayNames[value % 7] ?? '';
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function ordinal(value: number): string {
  const suffix = value % 100 >= 11 && value % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${value}${suffix}`;
}

function listWords(words: readonly string[]): string {
  return words.length <= 1 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
