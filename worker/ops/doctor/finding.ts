// What the doctor found: whether it is wrong, what it means, and what to do about it.

export interface Finding {
  readonly check: string;
  /** `note`: worth knowing, nothing is wrong. */
  readonly level: 'ok' | 'note' | 'problem';
  readonly found: string;
  readonly means?: string | undefined;
  readonly todo?: string | undefined;
}

export function ok(check: string, found: string): Finding {
  return { check, level: 'ok', found };
}

export function note(check: string, found: string, means: string, todo: string): Finding {
  return { check, level: 'note', found, means, todo };
}

export function problem(check: string, found: string, means: string, todo: string): Finding {
  return { check, level: 'problem', found, means, todo };
}
