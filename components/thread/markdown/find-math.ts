// Tells formulas in an answer from dollars, and brings the notations that models use to the one that is parsed.

const dollars = /\$\$[\s\S]+?\$\$/;
/** A price is no formula: something in it must be of a formula's kind, and no space or digit may touch the dollars as in "$5 and $10". */
const dollar = /(?<![\w$\\])\$(?=\S)[^$\n]*[\\^_={}][^$\n]*(?<=\S)\$(?![\w$])/;
const brackets = /\\\([\s\S]+?\\\)|\\\[[\s\S]+?\\\]/;
const code = /(^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\2[`~]*\s*$|$(?![\s\S]))|`+[^`\n]*`+)/m;

/** True when the text has a formula outside its code. */
export function hasMath(text: string): boolean {
  if (!text.includes('$') && !text.includes('\\(') && !text.includes('\\[')) return false;
  return prose(text).some((part) => dollars.test(part) || dollar.test(part) || brackets.test(part));
}

/** `\( … \)` and `\[ … \]` become dollars; a dollar that begins no formula is escaped. Code stays as it is. */
export function toDollars(text: string): string {
  return inProse(text, (part) =>
    part
      .split(
        /(\$\$[\s\S]+?\$\$|\\\([\s\S]+?\\\)|\\\[[\s\S]+?\\\]|(?<![\w$\\])\$(?=\S)[^$\n]*[\\^_={}][^$\n]*(?<=\S)\$(?![\w$]))/,
      )
      .map((piece, at) => (at % 2 === 1 ? formulaOf(piece) : piece.replace(/(?<!\\)\$/g, '\\$')))
      .join(''),
  );
}

function formulaOf(piece: string): string {
  if (piece.startsWith('\\(')) return `$${piece.slice(2, -2).trim()}$`;
  if (piece.startsWith('\\[')) return `\n$$\n${piece.slice(2, -2).trim()}\n$$\n`;
  if (piece.startsWith('$$')) return `\n$$\n${piece.slice(2, -2).trim()}\n$$\n`;
  return piece;
}

function prose(text: string): string[] {
  const parts: string[] = [];
  inProse(text, (part) => {
    parts.push(part);
    return part;
  });
  return parts;
}

function inProse(text: string, change: (part: string) => string): string {
  let rest = text;
  let done = '';
  for (let found = code.exec(rest); found !== null && found[0] !== ''; found = code.exec(rest)) {
    done += change(rest.slice(0, found.index)) + found[0];
    rest = rest.slice(found.index + found[0].length);
  }
  return done + change(rest);
}
