import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Problem } from '../../../api/problem.ts';
import { useChange, useLack, usePreview } from '../../../api/use-api.ts';
import { Asked, Empty, ProblemNote } from '../../../ui/notes.tsx';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/page.tsx';
import styles from '../settings.module.css';
import { PreviewOf } from './preview.tsx';
import { type Rule, type Rules, useRules } from './queries.ts';
import { SettingsPage } from '../layout.tsx';
import { RuleEditor } from './editor.tsx';
import { RuleCard } from './rule-card.tsx';

const PREVIEW = '/api/v1/orgs/{org_id}/ignore-rules/preview';

type ChangesProps = {
  /** The stored list that the changes are based on. */
  base: Rules;
  rules: readonly Rule[];
  /** Called with the list that replaces `base`: the saved one, or a newer one from the server. */
  onAdopt: (list: Rules) => void;
  onDiscard: () => void;
};

/** The preview of a list that is not saved yet. */
export function Changes({ base, rules, onAdopt, onDiscard }: ChangesProps) {
  const preview = usePreview(PREVIEW, { body: { rules: [...rules] } });
  const current = useRules({ enabled: false });
  const save = useChange('put', '/api/v1/orgs/{org_id}/ignore-rules', ['ignore-rules'], onAdopt);
  const overtaken = save.error instanceof Problem && save.error.status === 409;
  return (
    <Section
      title="Unsaved changes"
      about="What the list below would change, by the rules that analyses use. Nothing is stored before you save it."
    >
      <Asked query={preview} what="what would change" height="10rem">
        {(data) => <PreviewOf preview={data} />}
      </Asked>
      <ProblemNote error={save.error} />
      <div className={styles.line}>
        {overtaken ? (
          <Button
            label="Discard and reload"
            look="main"
            busy={current.isFetching}
            onClick={() => void current.refetch().then(({ data }) => data && onAdopt(data))}
          />
        ) : (
          <Button
            label="Save rules"
            look="main"
            busy={save.isPending}
            onClick={() => save.mutate({ body: { version: base.version, rules: [...rules] } })}
          />
        )}
        <Button label="Discard changes" onClick={onDiscard} />
      </div>
    </Section>
  );
}

export function Screen() {
  const query = useRules();
  return (
    <SettingsPage
      doc="docs/ignore-rules.md"
      title="Ignore rules"
      about="Hide expected drift. Rules apply in order, from the next analysis."
    >
      <Asked query={query} what="the rules" height="16rem">
        {(rules) => <RuleList stored={rules} />}
      </Asked>
    </SettingsPage>
  );
}

/** The rule in the editor and its index; a new rule has the index after the last. */
type Editing = { place: number; rule: Partial<Rule> };

const asPlace = (rules: readonly Rule[], place: number, rule: Rule): Rule[] => [
  ...rules.slice(0, place),
  rule,
  ...rules.slice(place + 1),
];

function RuleList({ stored }: { stored: Rules }) {
  const { rule: wanted } = useSearch({ from: '/signed-in/o/$org/settings/ignore-rules' });
  const navigate = useNavigate();
  // The edits stay based on the list at their start, even if somebody else changes the stored list meanwhile.
  const [base, setBase] = useState(stored);
  const [rules, setRules] = useState<readonly Rule[]>(stored.rules);
  function adopt(list: Rules) {
    setBase(list);
    setRules(list.rules);
  }
  // Right after saving, the cached list is older than the saved one, until it is fetched again.
  if (rules === base.rules && stored.version > base.version) adopt(stored);
  const [editing, setEditing] = useState<Editing | undefined>(wanted && { place: stored.rules.length, rule: wanted });
  const lack = useLack('write');
  const take = useChange('post', PREVIEW, [], (_, { body }) => {
    setRules(body.rules);
    close();
  });
  function close() {
    setEditing(undefined);
    take.reset();
    if (wanted) void navigate({ to: '.', search: {}, replace: true });
  }
  const usageOf = ({ id }: Rule) => stored.usage.find((one) => one.id === id);
  const add = (
    <Button
      label="Add rule"
      look="main"
      unavailable={lack}
      onClick={() => setEditing({ place: rules.length, rule: {} })}
    />
  );
  return (
    <>
      {rules !== base.rules && (
        <Changes base={base} rules={rules} onAdopt={adopt} onDiscard={() => setRules(base.rules)} />
      )}
      {rules.length === 0 ? (
        <Empty title="No ignore rules" action={add}>
          Add a rule for expected drift. What it would hide is shown before it is saved.
        </Empty>
      ) : (
        <>
          <div>{add}</div>
          <ol className={styles.cards}>
            {rules.map((rule, place) => (
              <RuleCard
                key={rule.id ?? `new ${place}`}
                rule={rule}
                usage={usageOf(rule)}
                lack={lack}
                onEdit={() => setEditing({ place, rule })}
                onRemove={() => setRules(rules.toSpliced(place, 1))}
                onUp={place === 0 ? undefined : () => setRules(rules.toSpliced(place, 1).toSpliced(place - 1, 0, rule))}
              />
            ))}
          </ol>
        </>
      )}
      {editing && (
        <RuleEditor
          {...editing}
          isNew={editing.place === rules.length}
          change={take}
          onTake={(rule) => take.mutate({ body: { rules: asPlace(rules, editing.place, rule) } })}
          onClose={close}
        />
      )}
    </>
  );
}
