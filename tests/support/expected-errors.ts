// The console errors that the running test says it expects.

export const expectedErrors: RegExp[] = [];

/** Until the end of the test, lines on console.error that match are no failure. */
export function expectConsoleError(pattern: RegExp): void {
  expectedErrors.push(pattern);
}
