import { useEffect } from 'react';

/** Where letters are typed, they are no shortcuts. */
const isTyping = (at: EventTarget | null): boolean =>
  at instanceof HTMLElement && at.matches('input:not([type="checkbox"]), select, textarea');

const inMain = <Found extends HTMLElement>(selector: string): Found[] => [
  ...document.querySelectorAll<Found>(`main ${selector}`),
];

/** Goes to the next row of the list on the page, or to the one before it. */
function step(by: 1 | -1): void {
  const rows = inMain('article');
  const now = rows.findIndex((row) => row.contains(document.activeElement));
  const row = now === -1 ? rows.find((one) => one.getBoundingClientRect().bottom > 60) : rows[now + by];
  row?.querySelector<HTMLElement>('a[href], button')?.focus();
  row?.scrollIntoView({ block: 'nearest' });
}

/** The keys that work on every page: `/` to its search, `j` and `k` from row to row (Enter opens one), Ctrl-K for everything else. */
export function useKeys(openPalette: () => void): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const isPalette = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey;
      const isAway = document.querySelector('[role="dialog"]') !== null;
      if (isAway || event.defaultPrevented || (!isPalette && (ctrlKey || metaKey || altKey || isTyping(target))))
        return;
      const search = key === '/' ? inMain('[role="search"] input[type="search"]')[0] : undefined;
      if (isPalette) openPalette();
      else if (search) {
        // On a narrow page it may be folded away.
        search.closest('details')?.setAttribute('open', '');
        search.focus();
      } else if (key === 'j' || key === 'k') step(key === 'j' ? 1 : -1);
      else return;
      event.preventDefault();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [openPalette]);
}
