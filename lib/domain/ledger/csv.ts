// Lines of a CSV file (RFC 4180) that a spreadsheet shows as what they are and never runs.

export type CsvCell = string | number | null;

// A text that begins so is a formula for Excel, LibreOffice and Google Sheets, some of them also after a tab or a return.
const formula = /^[=+\-@\t\r]/;
const special = /[",\r\n]/;

/** One line with its CRLF. A text that a spreadsheet would take for a formula gets an apostrophe in front. Null is empty. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const safe = formula.test(cell) ? `'${cell}` : cell;
  return special.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
