// What is typed and not yet sent, one draft per parent, kept in this browser.

/** The compose bar's text belongs to the prompt it continues, or to a new thread. */
export type DraftParent = string | null;

const keyOf = (parentId: DraftParent) => `asterion.draft.${parentId ?? 'new'}`;

/** The kept draft, or ''. */
export function readDraft(parentId: DraftParent): string {
  try {
    return localStorage.getItem(keyOf(parentId)) ?? '';
  } catch {
    // Storage is switched off: drafts live as long as the page.
    return '';
  }
}

/** Keeps a draft. An empty one is a value: the stored draft goes, so that an emptied input never fills itself again. */
export function writeDraft(parentId: DraftParent, text: string): void {
  try {
    if (text === '') localStorage.removeItem(keyOf(parentId));
    else localStorage.setItem(keyOf(parentId), text);
  } catch {
    // Full or switched off: typing goes on, only the copy is missing.
  }
}
