import { narrowing } from '../../api/search.ts';
import { useState } from 'react';
import { Choice, Filters, SearchField } from '../../ui/field.tsx';
import { many, Name } from '../../ui/text.tsx';
import { Empty } from '../../ui/notes.tsx';
import { Section } from '../../ui/page.tsx';
import { Values } from '../../ui/attribute-drift.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import styles from './analysis.module.css';
import { Chosen } from './coverage.tsx';
import { type Analysis, type Coverage, useCoverage, type ViewProps } from './queries.ts';

type Use = Analysis['ignore_rules'][number];

const USES: Record<Use['use'], string> = {
  used: 'hid drift',
  idle: 'nothing to hide now',
  unused: 'matches nothing',
  expired: 'expired',
  unknown: 'not all states were checked',
};

function Rules({ rules }: { rules: readonly Use[] }) {
  if (rules.length === 0) return null;
  return (
    <Section title="Ignore rules of this analysis">
      <ul className={styles.gaps}>
        {rules.map((rule) => (
          <li key={`${rule.source} ${rule.id}`} className={styles.gap}>
            <p>
              <Name mono text={rule.id} />
              {rule.source === 'file' && ' (in .plumbline.yml)'}: {USES[rule.use]}
              {rule.ignored > 0 && `, of ${many(rule.ignored, 'resource')}`}
            </p>
            <Name block muted text={rule.reason} />
            <Name block muted text={rule.warning} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function SuppressedRow({
  one: { resource, state_key: state, suppressed = [], ignored_by: rules = [], detail },
}: {
  one: Coverage;
}) {
  return (
    <article className={styles.suppressed}>
      <h3 className={styles.address}>
        <Name mono text={resource} />
      </h3>
      <p className={styles.muted}>
        <Name mono text={state} />
        <Name mono before=" · by the rule " text={rules.map(({ id }) => id).join(', ')} />
      </p>
      {suppressed.length === 0 && detail !== undefined && <Name text={detail} />}
      <ul className={styles.taken}>
        {suppressed.slice(0, 50).map(({ path, stage, why, before, after, rule }) => (
          <li key={`${path} ${stage} ${rule?.id ?? ''}`} className={styles.difference}>
            <Name mono text={path} />{' '}
            <span className={styles.muted}>
              <Name text={why} /> ({stage}
              <Name mono before=": " text={rule?.id} />)
            </span>
            {(before !== undefined || after !== undefined) && (
              <Values attribute={{ before, after, sensitive: false, action: 'changed' }} />
            )}
          </li>
        ))}
      </ul>
    </article>
  );
}

/** Differences that are no drift, each with the rule that hides it. */
export function Suppressed({ analysis, search, onChange }: ViewProps) {
  const [by, setBy] = useState<'rule' | 'any'>('any');
  const query = useCoverage(analysis.id, search, by);
  return (
    <>
      <Rules rules={analysis.ignore_rules} />
      <Filters label="Hidden">
        <SearchField {...narrowing(search, onChange).text('q')} label="Address, type or text" />
        <Choice
          label="Hidden by"
          value={by}
          onChoose={setBy}
          options={[
            ['any', 'Any rule'],
            ['rule', 'Ignore rules'],
          ]}
        />
      </Filters>
      <Chosen search={search} onChange={onChange} />
      <VirtualList
        query={query}
        what="resources"
        keyOf={({ state_key: state, resource }) => `${state}\n${resource}`}
        rowHeight={140}
        empty={<Empty title="Nothing hidden">No ignore rule and no noise rule hides anything.</Empty>}
      >
        {(one) => <SuppressedRow one={one} />}
      </VirtualList>
    </>
  );
}
