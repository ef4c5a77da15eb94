/** Signs that stand beside words, never instead of them: 16 × 16, drawn in the colour of the text. */
const PATHS = {
  critical: 'M8 1.5 15 14H1L8 1.5Zm0 5v3.5m0 1.7v.3',
  high: 'M8 13V3M4 7l4-4 4 4',
  medium: 'M3 8h10M3 5h10M3 11h10',
  low: 'M8 3v10M4 9l4 4 4-4',
  good: 'm3 8.5 3.2 3.2L13 5',
  unknown: 'M5.8 6a2.2 2.2 0 1 1 3.2 2c-.7.4-1 .8-1 1.6m0 2.1v.2',
  running: 'M8 2a6 6 0 1 1-6 6',
  waiting: 'M8 4v4l2.5 2M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2Z',
  stopped: 'M4.5 4.5h7v7h-7z',
  failed: 'm4 4 8 8m0-8-8 8',
  gone: 'M3 4.5h10M6 4.5V3h4v1.5m2 0-.7 9H4.7L4 4.5',
  hidden: 'M2 8s2.2-4 6-4 6 4 6 4-2.2 4-6 4-6-4-6-4Zm1-5 10 10',
  copy: 'M5.5 5.5v-3h8v8h-3m-8-5h8v8h-8z',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Zm3.4 7.9 3.1 3.1',
  down: 'm4 6 4 4 4-4',
  right: 'm6 4 4 4-4 4',
  outside: 'M6 3H3v10h10v-3M9 3h4v4m0-4L7.5 8.5',
} as const;

export type IconName = keyof typeof PATHS;

/** A sign for those who see; the word beside it is for everybody. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg width="1em" height="1em" viewBox="0 0 16 16" fill="none" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
