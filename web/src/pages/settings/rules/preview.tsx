import { SeverityBadge } from '../../../ui/badge.tsx';
import { many, Name, When } from '../../../ui/text.tsx';
import { Note } from '../../../ui/notes.tsx';
import { Table } from '../../../ui/table.tsx';
import styles from '../settings.module.css';
import type { Example, Preview } from './queries.ts';

const EFFECTS: Record<Example['effect'], string> = {
  hidden: 'hidden',
  narrowed: 'reduced',
  unsure: 'unknown',
  back: 'reported again',
  unseen: 'checked again',
};

function sentences({ hidden, narrowed, back, unseen, unsure }: Preview): string[] {
  const said = [
    hidden > 0 && `${many(hidden, 'finding')} would be hidden.`,
    narrowed > 0 && `${many(narrowed, 'finding')} would be reduced.`,
    back > 0 && `${many(back, 'resource')} ignored today would be reported again.`,
    unseen > 0 && `${many(unseen, 'resource')} not checked today would be.`,
    unsure > 0 && `${many(unsure, 'resource')} unknown: the value was too long to be stored.`,
  ];
  return said.filter((one) => one !== false);
}

export function PreviewOf({ preview }: { preview: Preview }) {
  const { states, unread_states: unread, complete, findings, oldest_analysis_at: oldest } = preview;
  if (states === 0)
    return <Note>No analyses yet, so what the rules would hide is unknown. You can still save them.</Note>;
  const said = sentences(preview);
  const warnings = preview.rules.filter(({ warning }) => warning !== undefined);
  return (
    <div className={styles.cards} role="status">
      <Note>
        {said.length === 0 ? (
          <p>No known finding would change.</p>
        ) : (
          said.map((one) => (
            <p key={one}>
              <strong>{one}</strong>
            </p>
          ))
        )}
        <p className={styles.muted}>
          From the latest analysis of {many(states, 'state')} with {many(findings, 'finding')}
          <When before=", the oldest " at={oldest} />. {unread > 0 && `${many(unread, 'state')} not read: unknown. `}
          {!complete && 'Too many findings to preview all.'}
        </p>
      </Note>
      {warnings.map(({ id, source, reason, warning }) => (
        <Note key={`${source} ${id}`}>
          <Name text={`The rule “${reason}” ${warning ?? ''}`} />
        </Note>
      ))}
      {preview.examples.length > 0 && <Examples examples={preview.examples} />}
    </div>
  );
}

function Examples({ examples }: { examples: readonly Example[] }) {
  return (
    <Table
      caption="What would change, the worst first"
      rows={examples}
      keyOf={({ state_key, resource, effect }) => `${effect} ${state_key} ${resource}`}
      columns={[
        { head: 'Would be', cell: ({ effect }) => EFFECTS[effect] },
        { head: 'Resource', cell: ({ resource }) => <Name mono text={resource} /> },
        {
          head: 'Attributes',
          cell: ({ attributes, more_attributes: more, effect }) =>
            attributes.length > 0 ? (
              <Name mono text={`${attributes.join(', ')}${more > 0 ? ` and ${more} more` : ''}`} />
            ) : (
              effect !== 'unsure' && 'all'
            ),
        },
        { head: 'Severity', cell: ({ severity }) => severity !== null && <SeverityBadge severity={severity} /> },
        { head: 'State', cell: ({ state_key }) => <Name mono text={state_key} /> },
      ]}
    />
  );
}
