// "(2) Field" in the tab's title, and a dot on its icon: how many answers wait, also while nobody looks.

const countPrefix = /^\(\d+\) /;
/** The colour of "new" on both grounds. Source: field contract, drop states. */
const dot = '<circle cx="78%" cy="22%" r="20%" fill="#3fb27f" stroke="#fff" stroke-width="4%"/>';

/** The title with the count before it; without one when nothing waits. */
export function titleWithUnread(title: string, unread: number): string {
  const bare = title.replace(countPrefix, '');
  return unread === 0 ? bare : `(${unread}) ${bare}`;
}

/** The icon with the dot of something new on it. */
export function iconWithDot(svg: string): string {
  return svg.replace(/<\/svg>\s*$/, `${dot}</svg>`);
}

/** Writes title, icon and app badge at once: no animation frame, no timer, since hidden tabs get neither. */
export function showUnread(unread: number): void {
  counted = unread;
  writeTitle();
  keepInTitle();
  showDot(unread > 0);
  if (unread === badged) return;
  badged = unread;
  // Only an installed app has a badge; elsewhere the browser lacks the call or refuses it, and the title says it all.
  const badge: Promise<void> | undefined = unread === 0 ? navigator.clearAppBadge?.() : navigator.setAppBadge?.(unread);
  badge?.catch(() => {});
}

let badged = 0;
let counted = 0;
let isKept = false;

function writeTitle(): void {
  const title = titleWithUnread(document.title, counted);
  if (title !== document.title) document.title = title;
}

/** A page that is opened names itself after the count was written: the count goes before that name too. */
function keepInTitle(): void {
  if (isKept) return;
  isKept = true;
  new MutationObserver(writeTitle).observe(document.head, { childList: true, characterData: true, subtree: true });
}

let isDotWanted = false;
let dottedIcon: Promise<string> | undefined;

// A link of our own behind the page's: the last icon named is the one shown, and the page's stays untouched.
function showDot(isWanted: boolean): void {
  if (isWanted === isDotWanted) return;
  isDotWanted = isWanted;
  document.querySelector('link[data-unread]')?.remove();
  if (!isWanted) return;
  dottedIcon ??= readIcon();
  dottedIcon.then(
    (href) => {
      if (!isDotWanted || document.querySelector('link[data-unread]') !== null) return;
      const link = document.createElement('link');
      Object.assign(link, { rel: 'icon', type: 'image/svg+xml', href });
      link.dataset.unread = '';
      document.head.append(link);
    },
    () => {
      // Away right now: the next answer that comes in tries again.
      dottedIcon = undefined;
      isDotWanted = false;
    },
  );
}

async function readIcon(): Promise<string> {
  const link = document.querySelector<HTMLLinkElement>('link[rel~="icon"][href*=".svg"]');
  if (link === null) throw new Error('the page has no svg icon');
  const response = await fetch(link.href);
  return `data:image/svg+xml,${encodeURIComponent(iconWithDot(await response.text()))}`;
}
