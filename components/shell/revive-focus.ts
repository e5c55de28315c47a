// Makes a text field that got its focus back from a closed dialog take letters again.

/**
 * Chromium gives the focus back while the page is still inert: the field is focused without a caret, and whatever is typed
 * goes nowhere. Taking the focus away and giving it again puts the caret where it was. Call it in the dialog's `close` event.
 */
export function reviveFocus(): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement)) return;
  field.blur();
  field.focus({ preventScroll: true });
}
