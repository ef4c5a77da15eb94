import { useEffect } from 'react';

/** Whether the focus is in a text field, where letters are no shortcuts. */
const isTyping = (at: EventTarget | null): boolean =>
  at instanceof HTMLElement && at.matches('input:not([type="checkbox"]), select, textarea');

const inMain = <Found extends HTMLElement>(selector: string): Found[] => [
  ...document.querySelectorAll<Found>(`main ${selector}`),
];

/** Focuses the next or the previous row of the page's list. */
function step(by: 1 | -1): void {
  const rows = inMain('article');
  const now = rows.findIndex((row) => row.contains(document.activeElement));
  const row = now === -1 ? rows.find((one) => one.getBoundingClientRect().bottom > 60) : rows[now + by];
  row?.querySelector<HTMLElement>('a[href], button')?.focus();
  row?.scrollIntoView({ block: 'nearest' });
}

/**
 * Shortcuts of every page: `/` focuses its search, `j` and `k` move between rows (Enter opens a row), Ctrl-K opens the
 * palette.
 */
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
        // On a narrow page the filters may be collapsed.
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
