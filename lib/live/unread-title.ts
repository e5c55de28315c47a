// "(2) Field" in the tab's title, and a dot on its icon: how many answers wait, also while nobody looks.

const countPrefix = /^\(\d+\) /;

/** The title with the count before it; without one when nothing waits. */
export function titleWithUnread(title: string, unread: number): string {
  const bare = title.replace(countPrefix, '');
  return unread === 0 ? bare : `(${unread}) ${bare}`;
}

/** Writes title and app badge at once: no animation frame, no timer, since hidden tabs get neither. */
export function showUnread(unread: number): void {
  if (typeof document === 'undefined') return;
  const title = titleWithUnread(document.title, unread);
  if (title !== document.title) document.title = title;
  // Only an installed app has a badge; elsewhere the browser lacks the call or refuses it, and the title says it all.
  const badge: Promise<void> | undefined = unread === 0 ? navigator.clearAppBadge?.() : navigator.setAppBadge?.(unread);
  badge?.catch(() => {});
}
