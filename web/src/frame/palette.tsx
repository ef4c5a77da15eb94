import { Dialog } from '@base-ui/react/dialog';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react';
import { useGet } from '../api/use-api.ts';
import { Name } from '../ui/text.tsx';
import { keepTheme } from '../ui/theme.ts';
import { ORGANIZATION_PAGES, SETTINGS_PAGES } from './pages.ts';
import styles from './palette.module.css';

type Entry = { group: string; text: string; go: () => void };

const FEW = 6;

/** States, and addresses with drift, that contain a text. */
function useFound(typed: string) {
  const q = useDeferredValue(typed.trim());
  const options = { enabled: q.length > 1, placeholderData: keepPreviousData, staleTime: 30_000 };
  const { data: states = [] } = useGet('/api/v1/orgs/{org_id}/states', { q, limit: FEW }, options);
  const { data: incidents = [] } = useGet(
    '/api/v1/orgs/{org_id}/incidents',
    { q, status: 'open', limit: FEW },
    options,
  );
  return q.length > 1 ? { states, incidents } : { states: [], incidents: [] };
}

function useEntries(typed: string, org: string): Entry[] {
  const navigate = useNavigate();
  const { states, incidents } = useFound(typed);
  const params = { org };
  const fixed: Entry[] = [
    ...ORGANIZATION_PAGES.map(({ to, title }) => ({
      group: 'Page',
      text: title,
      go: () => void navigate({ to, params }),
    })),
    ...SETTINGS_PAGES.map(({ to, title }) => ({
      group: 'Page',
      text: `Settings: ${title}`,
      go: () => void navigate({ to, params }),
    })),
    ...[
      ['Start an analysis', () => void navigate({ to: '/o/$org/analyses', params })] as const,
      [
        'Recall similar incidents',
        () => void navigate({ to: '/o/$org/incidents', params, search: { view: 'recall' } }),
      ] as const,
      [
        'Copy the address of this page',
        () => void navigator.clipboard.writeText(location.href).catch(() => undefined),
      ] as const,
      ['Use the light theme', () => keepTheme('light')] as const,
      ['Use the dark theme', () => keepTheme('dark')] as const,
    ].map(([text, go]) => ({ group: 'Action', text, go })),
  ];
  const words = typed.toLowerCase().split(/\s+/);
  return [
    ...fixed.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word))),
    ...states.map(({ key }) => ({
      group: 'State',
      text: key,
      go: () => void navigate({ to: '/o/$org/incidents', params, search: { state: key } }),
    })),
    ...incidents.map(({ id, resource }) => ({
      group: 'Drift',
      text: resource,
      go: () => void navigate({ to: '/o/$org/incidents/$id', params: { org, id } }),
    })),
  ];
}

type Props = { org: string; onClose: () => void };

/** The command palette: pages, states, addresses with drift, and frequent actions. */
export function Palette({ org, onClose }: Props) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const entries = useEntries(typed, org);
  const chosen = Math.min(at, entries.length - 1);
  function take(entry: Entry | undefined) {
    if (!entry) return;
    onClose();
    entry.go();
  }
  function onKey(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) setAt((chosen + by + entries.length) % Math.max(1, entries.length));
    else if (event.key === 'Enter') take(entries[chosen]);
    else return;
    event.preventDefault();
  }
  return (
    <Dialog.Root open onOpenChange={(now) => !now && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.back} />
        <Dialog.Popup className={styles.palette} aria-label="Go to">
          <input
            className={styles.input}
            role="combobox"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-activedescendant={chosen >= 0 ? `${id}-${chosen}` : undefined}
            aria-label="A page, a state, an address, or what to do"
            placeholder="A page, a state, an address, or what to do"
            maxLength={1000}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onKeyDown={onKey}
            onChange={({ target }) => {
              setTyped(target.value);
              setAt(0);
            }}
          />
          <div id={`${id}-list`} role="listbox" aria-label="Matches" className={styles.list}>
            {entries.map((entry, n) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- its keys are those of the field above
              <div
                key={`${entry.group} ${entry.text} ${n}`}
                id={`${id}-${n}`}
                ref={(row) => (n === chosen ? row?.scrollIntoView({ block: 'nearest' }) : undefined)}
                role="option"
                tabIndex={-1}
                aria-selected={n === chosen}
                className={styles.entry}
                onClick={() => take(entry)}
              >
                <Name line text={entry.text} />
                <span className={styles.group}>{entry.group}</span>
              </div>
            ))}
          </div>
          <p role="status" className={styles.none}>
            {entries.length === 0 && 'Nothing found'}
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
