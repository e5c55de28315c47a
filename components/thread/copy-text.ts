// Puts text on the clipboard, or says that the browser would not let it.
import { notify } from '#components/ui/toast.ts';

/** True when the text was copied; otherwise the person has been told. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No permission or no focus: the browser decides, and the person is told what still works.
    notify('The browser did not allow copying. Select the text and copy it yourself.');
    return false;
  }
}
